import { readSettings } from "@paraph/app/settings";
import { DEFAULT_KEY_NAME, KeyName } from "@paraph/core/keys";
import { AccountId, visibleName } from "@paraph/core/values";
import { Effect, Predicate } from "effect";
import { Command, Flag } from "effect/cli";

import { describe } from "../../describe.ts";
import { json, textArgument, textFlag } from "../../flags.ts";
import { CallFailed } from "../../terminal/failure.ts";
import { printRecord, printTable } from "../../terminal/print.ts";

const accounts = Effect.promise(() => import("../../_programs/accounts.ts"));

/** Adds to a missing account or key which flag or argument names it. */
const checkName = (name: string) =>
  Effect.mapError(<E>(failure: E) =>
    Predicate.isTagged(failure, "not_found") && Predicate.hasProperty(failure, "message")
      ? CallFailed.of("not_found", String(failure.message), { hint: `check ${name}` })
      : failure,
  );

const create = Command.make(
  "create",
  { name: textFlag("name", "The account's name").pipe(Flag.withSchema(visibleName(200))), json },
  Effect.fnUntraced(function* ({ name, json }) {
    const settings = yield* readSettings;
    yield* printRecord(yield* (yield* accounts).createAccount(settings, name), json);
  }),
).pipe(
  describe("Create an account; its key is shown once", "settings"),
  Command.withExamples([{ command: "paraph account create --name Acme" }]),
);

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const settings = yield* readSettings;
    const rows = yield* (yield* accounts).listAccounts(settings);
    yield* printTable(rows, ["id", "name", "createdAt"], json);
  }),
).pipe(describe("List accounts, newest first", "settings"));

const accountId = textFlag("account", "The account's id").pipe(Flag.withSchema(AccountId));

const createKey = Command.make(
  "mint",
  {
    account: accountId,
    name: textFlag("name", `The name of the key; by default ${DEFAULT_KEY_NAME}`).pipe(
      Flag.withSchema(KeyName),
      Flag.withDefault(DEFAULT_KEY_NAME),
    ),
    json,
  },
  Effect.fnUntraced(function* ({ account, name, json }) {
    const key = yield* (yield* accounts)
      .createAccountKey(yield* readSettings, account, name)
      .pipe(checkName("--account"));
    yield* printRecord(key, json);
  }),
).pipe(describe("Create a key; it is shown once", "settings"));

const listKeys = Command.make(
  "list",
  { account: accountId, json },
  Effect.fnUntraced(function* ({ account, json }) {
    const keys = yield* (yield* accounts)
      .listAccountKeys(yield* readSettings, account)
      .pipe(checkName("--account"));
    yield* printTable(keys, ["id", "name", "prefix", "createdAt", "lastUsedAt", "revokedAt"], json);
  }),
).pipe(describe("List the keys of an account", "settings"));

const revokeKey = Command.make(
  "revoke",
  { account: accountId, id: textArgument("id", "The key's id"), json },
  Effect.fnUntraced(function* ({ account, id, json }) {
    const key = yield* (yield* accounts)
      .revokeAccountKey(yield* readSettings, account, id)
      .pipe(checkName("--account and <id>"));
    yield* printRecord(key, json);
  }),
).pipe(describe("Revoke a key at once", "settings"));

const keys = Command.make("key").pipe(
  describe("Create and revoke the keys of an account", "settings"),
  Command.withSubcommands([createKey, listKeys, revokeKey]),
);

/** `paraph account`: the accounts of a deployment. */
export const account = Command.make("account").pipe(
  describe("Create accounts, which own projects, and their keys", "settings"),
  Command.withSubcommands([create, list, keys]),
);
