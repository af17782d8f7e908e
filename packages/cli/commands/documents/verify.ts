import { Effect, Schema } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { json } from "../../flags.ts";

/** A SHA-256 in a form that people copy: hex in either case, with or without colons. */
const Fingerprint = Schema.String.check(
  Schema.makeFilter(
    (text) =>
      /^[0-9a-f]{64}$/iu.test(text.replaceAll(":", "")) ||
      "Expected a SHA-256: 64 hex digits, with or without colons",
  ),
);

/** `paraph verify`: whether a PDF is unchanged since it was sealed, and by whom. */
export const verify = Command.make(
  "verify",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("A sealed document, or a certificate of completion"),
    ),
    certificate: Argument.String("certificate").pipe(
      Argument.withDescription("The certificate of completion that belongs to it"),
      Argument.optional,
    ),
    roots: Flag.String("root").pipe(
      Flag.withDescription("Trust the certificates in this file (PEM or DER); repeatable"),
      Flag.withMetavar("file"),
      Flag.atLeast(0),
    ),
    fingerprints: Flag.String("certificate").pipe(
      Flag.withDescription("Trust the certificate with this SHA-256; repeatable"),
      Flag.withMetavar("sha256"),
      Flag.withSchema(Fingerprint),
      Flag.atLeast(0),
    ),
    untrusted: Flag.Boolean("untrusted").pipe(
      Flag.withDescription("Accept the seal of any signer, with a warning"),
      Flag.withDefault(false),
    ),
    json,
  },
  Effect.fnUntraced(function* ({ json: asJson, ...order }) {
    const program = yield* Effect.promise(() => import("../../_programs/documents/verify.ts"));
    yield* program.verifyPdf(order, asJson);
  }),
).pipe(
  Command.withDescription("Check that a PDF is unchanged since it was sealed, and who sealed it"),
  Command.withExamples([
    { command: "paraph verify contract.pdf" },
    { command: "paraph verify contract.pdf certificate.pdf --root acme.pem" },
  ]),
);
