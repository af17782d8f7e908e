import { readSettings } from "@paraph/app/settings";
import type { EraseRecipient } from "@paraph/core/erasure";
import { AccountId, Email } from "@paraph/core/values";
import { Console, Effect, Option } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
import { describe } from "../../describe.ts";
import { json, optIn, requireYes, textArgument, textFlag, yes } from "../../flags.ts";
import { printJson, printRecord, printTable } from "../../terminal/print.ts";
import { callServer } from "../server_command.ts";

const erase = Command.make(
  "erase",
  {
    email: textArgument("email", "The email address").pipe(Argument.withSchema(Email)),
    documents: optIn(
      "with-documents",
      "Also erase renders whose data, shares or evidence contain the address",
    ),
    account: textFlag(
      "account",
      "In all projects of the account with this id, deleted ones too, directly in the database (reads the settings)",
    ).pipe(Flag.withSchema(AccountId), Flag.optional),
    yes,
    json,
  },
  Effect.fnUntraced(function* ({ account, email, documents, yes, json }) {
    const where = Option.isSome(account) ? "all projects of the account" : "the project of the key";
    yield* requireYes(yes, `This erases the address in ${where}`);
    const erasure = yield* Option.isSome(account)
      ? eraseInAccount(account.value, { email, documents })
      : callServer("project", ({ erasures }) => erasures.create({ email, documents }), {
          email: "<email>",
          documents: "--with-documents",
        });
    yield* json ? printJson(erasure) : printErasure(erasure);
  }),
).pipe(describe("Erase an email address in a project or an account", "project"));

const eraseInAccount = Effect.fnUntraced(function* (account: AccountId, request: EraseRecipient) {
  const { eraseEverywhere } = yield* Effect.promise(() => import("../../_programs/accounts.ts"));
  return yield* eraseEverywhere(yield* readSettings, account, request);
});

type Erasure = Effect.Success<ReturnType<Resources["erasures"]["create"]>>;

/** Prints the counts of erased records, and the records that still contain the address. */
const printErasure = Effect.fnUntraced(function* ({
  erased,
  left,
}: Pick<Erasure, "erased" | "left">) {
  const { openSignatures, evidence, renders, hasMore } = left;
  yield* printRecord(erased, false);
  const rows = [
    ...openSignatures.map(({ renderId }) => ({ render: renderId, why: "open for signature" })),
    ...evidence.map(({ renderId }) => ({ render: renderId, why: "evidence of a signature" })),
    ...renders.map((render) => ({ render, why: "in its data" })),
  ];
  if (rows.length > 0) {
    yield* Console.log("\nStill there:");
    yield* printTable(rows, ["render", "why"], false);
  }
  if (hasMore)
    yield* Console.error("There are more; run the command again after you have removed these");
});

/** `paraph recipient`: erasure requests. */
export const recipient = Command.make("recipient").pipe(
  describe("Erase personal data", "project"),
  Command.withSubcommands([erase]),
);
