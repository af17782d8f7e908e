import { readSettings } from "@paraph/app/settings";
import { Effect } from "effect";
import { Command } from "effect/cli";

import { describe } from "../../describe.ts";
import { DASH, json, optIn, textArgument } from "../../flags.ts";
import { WrongUsage } from "../../terminal/failure.ts";

/** `paraph backup`: writes a deployment into one file. */
export const backup = Command.make(
  "backup",
  {
    file: textArgument("file", "Where to write it; - for standard output"),
    force: optIn("force", "Replace an existing file"),
    json,
  },
  Effect.fnUntraced(function* (options) {
    if (options.json && options.file === DASH) {
      return yield* new WrongUsage({
        message: "--json and - both write to standard output; name a file, or leave out --json",
      });
    }
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../../_programs/backup/backup.ts"));
    return yield* program.backup(settings, options);
  }),
).pipe(
  describe("Back up a deployment into one file, while its server runs", "settings"),
  Command.withExamples([
    { command: "paraph backup /backups/paraph.tar.gz" },
    { command: "paraph backup - | age -r age1… > paraph.tar.gz.age", description: "Encrypted" },
  ]),
);

/** `paraph restore`: restores a deployment from a backup. */
export const restore = Command.make(
  "restore",
  {
    file: textArgument("file", "The file that `paraph backup` wrote; - for standard input"),
    check: optIn("check", "Only read the file, and report whether it is complete"),
    json,
  },
  Effect.fnUntraced(function* ({ check, ...options }) {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../../_programs/backup/restore.ts"));
    yield* check ? program.checkBackup(options) : program.restore(settings, options);
  }),
).pipe(
  describe("Restore a backup into an empty deployment", "settings"),
  Command.withExamples([
    { command: "paraph restore /backups/paraph.tar.gz --check" },
    { command: "DATA_DIR=/var/lib/paraph paraph restore /backups/paraph.tar.gz" },
  ]),
);
