import { Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { json } from "../print.ts";
import { readSettings } from "../settings.ts";
import { WrongUsage } from "../wrong_usage.ts";

/** `paraph backup`: a deployment in one file. */
export const backup = Command.make(
  "backup",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("Where to write it; - for standard output"),
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Replace a file that is there"),
      Flag.withDefault(false),
      Flag.withoutNegation,
    ),
    json,
  },
  Effect.fnUntraced(function* (options) {
    if (options.json && options.file === "-") {
      return yield* new WrongUsage({ message: "--json and - would share one output" });
    }
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../_programs/backup/backup.ts"));
    return yield* program.backup(settings, options);
  }),
).pipe(
  described("Put a deployment into one file, beside its running server", "settings"),
  Command.withExamples([
    { command: "paraph backup /backups/paraph.tar.gz" },
    { command: "paraph backup - | age -r age1… > paraph.tar.gz.age", description: "Encrypted" },
  ]),
);
