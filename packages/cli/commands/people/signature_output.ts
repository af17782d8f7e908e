import { Console, Effect } from "effect";

import type { Resources } from "../../_programs/client.ts";
import { textArgument } from "../../flags.ts";
import { printRecord, printTable } from "../../terminal/print.ts";

/** A signature request, as the client returns it. */
export type SignatureRequest = Effect.Success<ReturnType<Resources["signatures"]["get"]>>;

/** The key of all commands about signature requests. */
export const caller = "project";

/** The argument of commands about one signature request. */
export const id = textArgument("id", "The signature request's id");

/** Prints a signature request, and below it its recipients. */
export const printSignature = Effect.fnUntraced(function* ({
  recipients,
  ...request
}: SignatureRequest) {
  yield* printRecord(request, false);
  yield* Console.log("");
  yield* printTable(
    recipients,
    [
      "order",
      ["as", ({ designation }) => designation],
      ["name", ({ firstName, lastName }) => `${firstName} ${lastName}`],
      "email",
      "status",
      ["email status", ({ delivery }) => delivery?.status ?? ""],
      "signedAt",
      "declinedAt",
    ],
    false,
  );
});
