import { DEFAULT_KEY_NAME, KeyName } from "@paraph/core/keys";
import { AccountId } from "@paraph/core/values";
import { Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { json, printRecord, printTable } from "../print.ts";
import { readSettings } from "../settings.ts";

const account = Flag.String("account").pipe(
  Flag.withDescription("The account's id"),
  Flag.withSchema(AccountId),
);
const accounts = Effect.promise(() => import("../_programs/accounts.ts"));

const mint = Command.make(
  "mint",
  {
    account,
    name: Flag.String("name").pipe(
      Flag.withDescription("What to call the key"),
      Flag.withSchema(KeyName),
      Flag.withDefault(DEFAULT_KEY_NAME),
    ),
    json,
  },
  Effect.fnUntraced(function* ({ account, name, json }) {
    const minted = yield* (yield* accounts).mintAccountKey(yield* readSettings, account, name);
    yield* printRecord(minted, json);
  }),
).pipe(described("Mint a key; it is shown once", "settings"));

const list = Command.make(
  "list",
  { account, json },
  Effect.fnUntraced(function* ({ account, json }) {
    const keys = yield* (yield* accounts).listAccountKeys(yield* readSettings, account);
    yield* printTable(keys, ["id", "name", "prefix", "createdAt", "lastUsedAt", "revokedAt"], json);
  }),
).pipe(described("List the keys of an account", "settings"));

const revoke = Command.make(
  "revoke",
  { account, id: Argument.String("id").pipe(Argument.withDescription("The key's id")), json },
  Effect.fnUntraced(function* ({ account, id, json }) {
    const revoked = yield* (yield* accounts).revokeAccountKey(yield* readSettings, account, id);
    yield* printRecord(revoked, json);
  }),
).pipe(described("Revoke a key, at once and everywhere", "settings"));

/** `paraph account key`: the keys of an account. */
export const accountKey = Command.make("key").pipe(
  described("Mint and revoke the keys of an account", "settings"),
  Command.withSubcommands([mint, list, revoke]),
);
