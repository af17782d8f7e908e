import { type Letter, letterMoment, oneLine } from "../../emails/mod.ts";
import { fullName } from "../../signatures/mod.ts";
import type { Envelope, EnvelopeRecipient } from "../envelope.ts";

/** What an email to a recipient is for: of each there is one. */
export type EmailPurpose = "invite" | "completed" | UnsuccessfulOutcome;

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
 * import { parseSigningCause, signingCause } from "@paraph/core/builtin_provider";
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
  { designation }: Pick<EnvelopeRecipient, "designation">,
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

/** What letters tell of an envelope. */
export type LetterEnvelope = Pick<Envelope, "name" | "sender" | "expiresAt">;

/** How an envelope can come to nothing. */
export type UnsuccessfulOutcome = "declined" | "cancelled" | "expired";

/** Asks a recipient, whose turn it is, to sign or to approve. */
export function invitationLetter(
  envelope: LetterEnvelope,
  recipient: EnvelopeRecipient,
  url: string,
): Letter {
  const verb = recipient.designation === "Approver" ? "approve" : "sign";
  const asks = `${senderOf(envelope)} asks you to ${verb}: ${nameOf(envelope)}`;
  return {
    ...letterTo(recipient, asks, asks),
    action: { label: `Review and ${verb}`, url },
    notes: [
      `You can do so until ${letterMoment(envelope.expiresAt)}.`,
      `This link is personal: anyone who has it can ${verb} in your name. Do not forward this email.`,
    ],
  };
}

/** Tells a recipient that everybody has signed, and where the sealed document is. */
export function completedLetter(
  envelope: LetterEnvelope,
  recipient: EnvelopeRecipient,
  url: string,
): Letter {
  const name = nameOf(envelope);
  const told = `Everybody has signed: ${name}. It was sent out by ${senderOf(envelope)}.`;
  return {
    ...letterTo(recipient, `Completed: ${name}`, told),
    action: { label: "Open the signed document", url },
    notes: [
      "Download the document and keep it: any PDF reader can tell whether it was changed since.",
      "This link is personal: anyone who has it can open the document.",
    ],
  };
}

/** Tells a recipient that an envelope has come to nothing. */
export function endedLetter(
  envelope: LetterEnvelope,
  recipient: EnvelopeRecipient,
  end: { readonly how: UnsuccessfulOutcome; readonly url: string },
): Letter {
  const name = nameOf(envelope);
  return {
    ...letterTo(recipient, `${SUBJECTS[end.how]}: ${name}`, `${OPENINGS[end.how]} ${name}`),
    action: { label: "See where it stands", url: end.url },
    notes: [`If you have questions, ask ${senderOf(envelope)}.`],
  };
}

const SUBJECTS = { declined: "Declined", cancelled: "Cancelled", expired: "Expired" } as const;

const OPENINGS = {
  declined: "Somebody has declined, so that nobody is asked to sign any more:",
  cancelled: "The sender has cancelled this; there is nothing left for you to do:",
  expired: "The time to sign is over; there is nothing left for you to do:",
} as const;

function letterTo(recipient: EnvelopeRecipient, subject: string, opening: string) {
  const greeting = `Hello ${oneLine(fullName(recipient), 200)},`;
  return { subject: oneLine(subject, 240), greeting, opening, quote: null };
}

function nameOf({ name }: LetterEnvelope): string {
  return oneLine(name, 255);
}

function senderOf({ sender }: LetterEnvelope): string {
  return oneLine(sender, 200);
}
