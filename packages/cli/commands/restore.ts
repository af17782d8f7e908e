import { Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { json } from "../print.ts";
import { readSettings } from "../settings.ts";

/** `paraph restore`: a deployment from the file of a backup. */
export const restore = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("What `paraph backup` wrote; - for standard input"),
    ),
    check: Flag.Boolean("check").pipe(
      Flag.withDescription("Only read all of it, and tell whether it is whole"),
      Flag.withDefault(false),
      Flag.withoutNegation,
    ),
    json,
  },
  Effect.fnUntraced(function* ({ check, ...wanted }) {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../_programs/backup/restore.ts"));
    yield* check ? program.checkBackup(wanted) : program.restore(settings, wanted);
  }),
).pipe(
  described("Put a backup into a deployment that holds nothing yet", "settings"),
  Command.withExamples([
    { command: "paraph restore /backups/paraph.tar.gz --check" },
    { command: "DATA_DIR=/var/lib/paraph paraph restore /backups/paraph.tar.gz" },
  ]),
);
