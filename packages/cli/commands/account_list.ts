import { Effect } from "effect";
import { Command } from "effect/cli";

import { described } from "../described.ts";
import { json, printTable } from "../print.ts";
import { readSettings } from "../settings.ts";

/** `paraph account list`: every account of the deployment. */
export const accountList = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../_programs/accounts.ts"));
    yield* printTable(yield* program.listAccounts(settings), ["id", "name", "createdAt"], json);
  }),
).pipe(described("List accounts, newest first", "settings"));
