import type { SigningRecipient } from "./signing_envelope.ts";
import type { SadEnd } from "./signing_letter.ts";

/** What an email to a recipient is for: of each there is one. */
export type EmailPurpose = "invite" | "completed" | SadEnd;

/** Which email to which recipient. */
export interface SigningEmail {
  readonly recipientId: string;
  readonly purpose: EmailPurpose;
}

const CAUSE = /^signing:([0-9a-f-]{36}):(invite|completed|declined|cancelled|expired)$/u;

/** What the queue of mails knows an email by. */
export function signingCause({ recipientId, purpose }: SigningEmail): string {
  return `signing:${recipientId}:${purpose}`;
}

/**
 * The email that a cause stands for; none when the mail is about something else.
 *
 * @example It is read as it was written
 * ```ts
 * import { parseSigningCause, signingCause } from "@paraph/core/signing";
 * import assert from "node:assert/strict";
 *
 * const email = { recipientId: "0198c0de-7f00-7abc-8def-0123456789ab", purpose: "invite" } as const;
 * assert.deepEqual(parseSigningCause(signingCause(email)), email);
 * assert.equal(parseSigningCause("share:7"), undefined);
 * ```
 */
export function parseSigningCause(cause: string): SigningEmail | undefined {
  const [, recipientId, purpose] = CAUSE.exec(cause) ?? [];
  return recipientId === undefined || !isPurpose(purpose) ? undefined : { recipientId, purpose };
}

/** Whether an email is the one by which its recipient gets the document: the `delivery` of the API. */
export function isDeliveryOf(
  { designation }: Pick<SigningRecipient, "designation">,
  purpose: EmailPurpose,
): boolean {
  return purpose === (designation === "CC" ? "completed" : "invite");
}

const PURPOSES: ReadonlySet<string | undefined> = new Set<EmailPurpose>([
  "invite",
  "completed",
  "declined",
  "cancelled",
  "expired",
] as const);

function isPurpose(text: string | undefined): text is EmailPurpose {
  return PURPOSES.has(text);
}
