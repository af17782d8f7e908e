import type { ErasedRecipient, EraseRecipient } from "@paraph/core/erasure";
import { AccountId, Email } from "@paraph/core/values";
import { Console, Effect, Option } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { json, printJson, printRecord, printTable } from "../print.ts";
import { readSettings } from "../settings.ts";
import { requireYes, yes } from "./yes.ts";

const erase = Command.make(
  "erase",
  {
    email: Argument.String("email").pipe(
      Argument.withDescription("The address"),
      Argument.withSchema(Email),
    ),
    documents: Flag.Boolean("with-documents").pipe(
      Flag.withDescription("Erase the renders too whose data, shares or evidence hold it"),
      Flag.withDefault(false),
      Flag.withoutNegation,
    ),
    account: Flag.String("account").pipe(
      Flag.withDescription(
        "In all projects of the account with this id, deleted ones too, from the database itself (reads the settings)",
      ),
      Flag.withSchema(AccountId),
      Flag.optional,
    ),
    yes,
    json,
  },
  Effect.fnUntraced(function* ({ account, email, documents, yes, json }) {
    const where = Option.isSome(account) ? "all projects of the account" : "the project of the key";
    yield* requireYes(yes, `This erases an address in ${where}`);
    const done = yield* Option.isSome(account)
      ? eraseInAccount(account.value, { email, documents })
      : eraseInProject({ email, documents });
    yield* json ? printJson(done) : printErased(done);
  }),
).pipe(described("Erase an address in a project or an account; tells what has to stay", "project"));

const eraseInProject = Effect.fnUntraced(function* (payload: EraseRecipient) {
  const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
  return yield* callApi(({ erasures }) => erasures.create({ payload }), PROJECT);
});

const eraseInAccount = Effect.fnUntraced(function* (account: AccountId, wanted: EraseRecipient) {
  const { eraseEverywhere } = yield* Effect.promise(() => import("../_programs/accounts.ts"));
  return yield* eraseEverywhere(yield* readSettings, account, wanted);
});

/** How much of each was erased, and under it what still holds the address. */
const printErased = Effect.fnUntraced(function* ({ erased, left: rest }: ErasedRecipient) {
  const { openSignatures, evidence, renders, hasMore } = rest;
  yield* printRecord(erased, false);
  const left = [
    ...openSignatures.map(({ renderId }) => ({ render: renderId, why: "open for signature" })),
    ...evidence.map(({ renderId }) => ({ render: renderId, why: "evidence of a signature" })),
    ...renders.map((render) => ({ render, why: "in its data" })),
  ];
  if (left.length > 0) {
    yield* Console.log("\nStill there:");
    yield* printTable(left, ["render", "why"], false);
  }
  if (hasMore) yield* Console.error("There are more: run it again when these are gone");
});

/** `paraph recipient`: people who want to be forgotten. */
export const recipient = Command.make("recipient").pipe(
  described("Erase people", "project"),
  Command.withSubcommands([erase]),
);
