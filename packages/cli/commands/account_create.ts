import { visibleName } from "@paraph/core/values";
import { Effect } from "effect";
import { Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { json, printRecord } from "../print.ts";
import { readSettings } from "../settings.ts";

/** `paraph account create`: an account and its first key, which is shown just this once. */
export const accountCreate = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(
      Flag.withDescription("What to call the account"),
      Flag.withSchema(visibleName(200)),
    ),
    json,
  },
  Effect.fnUntraced(function* ({ name, json }) {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../_programs/accounts.ts"));
    yield* printRecord(yield* program.createAccount(settings, name), json);
  }),
).pipe(
  described("Open an account; its key is shown once", "settings"),
  Command.withExamples([{ command: "paraph account create --name Acme" }]),
);
