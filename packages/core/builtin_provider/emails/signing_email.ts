import { type Letter, letterTime, oneLine } from "../../emails/mod.ts";
import { fullName } from "../../signatures/mod.ts";
import type { Envelope, EnvelopeRecipient } from "../envelope.ts";

/** The purpose of an email. */
export type EmailPurpose = "invite" | "reminder" | "completed" | UnsuccessfulOutcome;

export interface SigningEmail {
  readonly recipientId: string;
  readonly purpose: EmailPurpose;
  /** The number of a repeated invitation or a reminder, from 1; absent for other emails. */
  readonly repetition?: number;
}

const CAUSE =
  /^signing:([0-9a-f-]{36}):(invite|reminder|completed|declined|cancelled|expired)(?:[.](\d+))?$/u;

/** The cause of an email in the email queue: each cause has at most one email. */
export function signingCause({ recipientId, purpose, repetition }: SigningEmail): string {
  return `signing:${recipientId}:${purpose}${repetition === undefined ? "" : `.${repetition}`}`;
}

/**
 * Parses the cause of an email; `undefined` if it is not about signing.
 *
 * @example The inverse of `signingCause`
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
  const [, recipientId, purpose, repetition] = CAUSE.exec(cause) ?? [];
  if (recipientId === undefined || !isPurpose(purpose)) return undefined;
  const email = { recipientId, purpose };
  return repetition === undefined ? email : { ...email, repetition: Number(repetition) };
}

/** The cause of the last email that delivers the document to its recipient: `delivery` in the API. */
export function deliveryCauseOf({
  id: recipientId,
  designation,
  deliveryCause,
}: Pick<EnvelopeRecipient, "id" | "designation" | "deliveryCause">): string {
  if (designation === "CC") return signingCause({ recipientId, purpose: "completed" });
  return deliveryCause ?? signingCause({ recipientId, purpose: "invite" });
}

const PURPOSES: ReadonlySet<string | undefined> = new Set<EmailPurpose>([
  "invite",
  "reminder",
  "completed",
  "declined",
  "cancelled",
  "expired",
] as const);

function isPurpose(text: string | undefined): text is EmailPurpose {
  return PURPOSES.has(text);
}

/** The properties of an envelope in emails. */
export type LetterEnvelope = Pick<Envelope, "name" | "sender" | "expiresAt" | "options">;

/** The ends of an envelope without a signed document. */
export type UnsuccessfulOutcome = "declined" | "cancelled" | "expired";

/** Asks a recipient to sign or approve, or reminds them. */
export function invitationLetter(
  envelope: LetterEnvelope,
  recipient: EnvelopeRecipient,
  url: string,
  purpose: "invite" | "reminder" = "invite",
): Letter {
  const verb = recipient.designation === "Approver" ? "approve" : "sign";
  const asks = `${senderOf(envelope)} asks you to ${verb}: ${nameOf(envelope)}`;
  const subject = purpose === "reminder" ? `Reminder: ${asks}` : asks;
  return {
    ...letterTo(recipient, subject, asks),
    quote: envelope.options.message,
    action: { label: `Review and ${verb}`, url },
    notes: [
      `You can do so until ${letterTime(envelope.expiresAt)}.`,
      `This link is personal: anyone who has it can ${verb} in your name. Do not forward this email.`,
    ],
  };
}

/** Sends a recipient the link to the sealed document. */
export function completedLetter(
  envelope: LetterEnvelope,
  recipient: EnvelopeRecipient,
  url: string,
): Letter {
  const name = nameOf(envelope);
  const intro = `All recipients have signed: ${name}. Sent by ${senderOf(envelope)}.`;
  return {
    ...letterTo(recipient, `Completed: ${name}`, intro),
    action: { label: "Open the signed document", url },
    notes: [
      "Download the document and store it: any PDF reader can check whether it was changed.",
      "This link is personal: anyone who has it can open the document.",
    ],
  };
}

/** Informs a recipient that an envelope has ended without a signed document. */
export function endedLetter(
  envelope: LetterEnvelope,
  recipient: EnvelopeRecipient,
  end: { readonly how: UnsuccessfulOutcome; readonly url: string },
): Letter {
  const name = nameOf(envelope);
  return {
    ...letterTo(recipient, `${SUBJECTS[end.how]}: ${name}`, `${OPENINGS[end.how]} ${name}`),
    action: { label: "View the status", url: end.url },
    notes: [`If you have questions, ask ${senderOf(envelope)}.`],
  };
}

const SUBJECTS = { declined: "Declined", cancelled: "Cancelled", expired: "Expired" } as const;

const OPENINGS = {
  declined: "A recipient has declined, so this request has ended:",
  cancelled: "The sender has cancelled this request. You do not need to do anything:",
  expired: "The time to sign is over. You do not need to do anything:",
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
