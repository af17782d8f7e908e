import type { SignatureRequest } from "@paraph/core/signatures";
import { Console, Effect } from "effect";
import { Argument } from "effect/cli";

import { printJson, printRecord, printTable } from "../print.ts";

/** The signature request that a command is about. */
export const signatureId = Argument.String("id").pipe(
  Argument.withDescription("The signature request's id"),
);

/** Prints a signature request, and under it its recipients. */
export const printSignature = Effect.fnUntraced(function* (found: SignatureRequest, json: boolean) {
  if (json) return yield* printJson(found);
  const { recipients, ...request } = found;
  yield* printRecord(request, false);
  yield* Console.log("");
  return yield* printTable(
    recipients,
    [
      "order",
      ["as", ({ designation }) => designation],
      ["name", ({ firstName, lastName }) => `${firstName} ${lastName}`],
      ...(["email", "status"] as const),
      ["email status", ({ delivery }) => delivery?.status ?? ""],
      ...(["signedAt", "declinedAt"] as const),
    ],
    false,
  );
});
