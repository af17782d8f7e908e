import { Schema } from "effect";

import { AuthenticationMethod } from "../../signatures/mod.ts";
import { characters, describeEncoded, Timestamp } from "../../values/mod.ts";

/** What a recipient must enter before they see the document. */
export interface AuthenticationGate {
  readonly method: AuthenticationMethod;
  readonly sender: string;
  /** The email address or phone number that receives the code, of which only a part is readable. */
  readonly sentTo: string;
}

/** A code that was sent by email or SMS. */
export const SentCode = Schema.Struct({
  sentTo: Schema.String.annotateKey({
    description:
      "Email address or phone number that receives the code. Only a part of it is readable.",
  }),
  expiresAt: Timestamp.pipe(describeEncoded("When the code expires.")),
}).annotate({
  identifier: "SentCode",
  description: "A code that was sent to the recipient by email or SMS.",
});
export type SentCode = typeof SentCode.Type;

/** The code that a recipient enters. */
export const EnteredCode = Schema.Struct({
  code: Schema.String.check(characters(1, 64)).annotateKey({
    description: "Code from the email or SMS, or the access code from the sender.",
  }),
}).annotate({ identifier: "EnteredCode", description: "The code that a recipient enters." });
export type EnteredCode = typeof EnteredCode.Type;

/** A signing session of a recipient who has entered the code. */
export const SigningSession = Schema.Struct({
  method: AuthenticationMethod.annotateKey({ description: "How the recipient was authenticated." }),
  token: Schema.String.annotateKey({
    description: "Token of the session: the document is at `/sign/{token}`.",
  }),
  expiresAt: Timestamp.pipe(describeEncoded("When the session ends.")),
}).annotate({
  identifier: "SigningSession",
  description: "A session of a recipient who has entered the code.",
});
export type SigningSession = typeof SigningSession.Type;

/**
 * An email address of which only a part is readable.
 *
 * @example The first character and the domain
 * ```ts
 * import { maskedEmail } from "@paraph/core/builtin_provider";
 * import assert from "node:assert/strict";
 *
 * assert.equal(maskedEmail("ada@example.com"), "a•••@example.com");
 * ```
 */
export function maskedEmail(email: string): string {
  const [name = "", ...domain] = email.split("@");
  return [`${Array.from(name)[0] ?? ""}•••`, ...domain].join("@");
}

/**
 * A phone number of which only the last digits are readable.
 *
 * @example The last three digits
 * ```ts
 * import { maskedPhone } from "@paraph/core/builtin_provider";
 * import assert from "node:assert/strict";
 *
 * assert.equal(maskedPhone("+491701234567"), "•••567");
 * ```
 */
export function maskedPhone(phone: string): string {
  return `•••${phone.slice(-3)}`;
}
