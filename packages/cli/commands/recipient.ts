import type { ErasedRecipient } from "@paraph/core/erasure";
import { Email } from "@paraph/core/values";
import { Console, Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { json, printJson, printRecord, printTable } from "../print.ts";
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
    yes,
    json,
  },
  Effect.fnUntraced(function* ({ email, documents, yes, json }) {
    yield* requireYes(yes, "This erases an address in the project of the key");
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const request = { payload: { email, documents } };
    const done = yield* callApi(({ erasures }) => erasures.create(request), PROJECT);
    yield* json ? printJson(done) : printErased(done);
  }),
).pipe(described("Erase an address in a project; tells what has to stay", "project"));

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
