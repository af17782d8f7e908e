import { DateTime, Duration } from "effect";

import { EMAIL_TEXTS, emailTime, type Letter, oneLine } from "../../emails/mod.ts";
import { fullName } from "../../signatures/mod.ts";
import type { Language, Timestamp } from "../../values/mod.ts";
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

/** An email to a recipient. */
interface LetterOptions {
  readonly language: Language;
  /** The personal link. */
  readonly url: string;
}

/** An invitation. */
interface InvitationOptions extends LetterOptions {
  readonly purpose: "invite" | "reminder";
  /** Whether the recipient had an invitation before. */
  readonly isRepeated: boolean;
  readonly now: Timestamp;
}

/** A recipient before and after a delegation. */
export interface Delegation {
  readonly before: EnvelopeRecipient;
  readonly after: EnvelopeRecipient;
  readonly reason: string;
}

/** Asks a recipient to sign or approve, or reminds them. */
export function invitationLetter(
  envelope: LetterEnvelope,
  recipient: EnvelopeRecipient,
  { language, url, purpose, isRepeated, now }: InvitationOptions,
): Letter {
  const texts = EMAIL_TEXTS[language];
  const { action, personal, reminder, ...first } =
    recipient.designation === "Approver" ? texts.approve : texts.sign;
  const { sender, document } = subjectOf(envelope);
  const { subject, opening } = purpose === "reminder" ? reminder : first;
  const days = Math.floor(Duration.toDays(DateTime.distance(now, envelope.expiresAt)));
  return {
    ...letterTo(recipient, language),
    subject: oneLine(subject(document), 240),
    opening: opening({ sender, document }),
    quote: envelope.options.message,
    quoteTitle: texts.messageFrom(sender),
    action: { label: action, url },
    notes: [
      ...(purpose === "invite" && isRepeated ? [texts.sentAgain(sender)] : []),
      texts.deadline(emailTime(envelope.expiresAt, language)),
      ...(purpose === "reminder" && days > 0 ? [texts.daysLeft(days)] : []),
      personal,
    ],
  };
}

/** Sends a recipient the link to the sealed document. */
export function completedLetter(
  envelope: LetterEnvelope,
  recipient: EnvelopeRecipient,
  { language, url }: LetterOptions,
): Letter {
  const { completed: texts } = EMAIL_TEXTS[language];
  const subject = subjectOf(envelope);
  return {
    ...letterTo(recipient, language),
    subject: oneLine(texts.subject(subject.document), 240),
    opening: texts.opening(subject),
    action: { label: texts.action, url },
    notes: [texts.store, texts.personal],
  };
}

/** Informs a recipient that an envelope has ended without a signed document. */
export function endedLetter(
  envelope: LetterEnvelope,
  recipient: EnvelopeRecipient,
  { how, language, url }: LetterOptions & { readonly how: UnsuccessfulOutcome },
): Letter {
  const texts = EMAIL_TEXTS[language];
  const subject = subjectOf(envelope);
  return {
    ...letterTo(recipient, language),
    subject: oneLine(texts[how].subject(subject.document), 240),
    opening: texts[how].opening(subject),
    action: { label: texts.ended.action, url },
    notes: [texts.ended.questions(subject.sender)],
  };
}

/** Tells the sender who signs in place of a recipient, and why. */
export function delegatedLetter(
  envelope: LetterEnvelope,
  { before, after, reason }: Delegation,
  { language, url }: LetterOptions,
): Letter {
  const { toSender } = EMAIL_TEXTS[language];
  const { document } = subjectOf(envelope);
  const [recipient, delegate] = [oneLine(fullName(before), 200), oneLine(fullName(after), 200)];
  const email = oneLine(after.email, 255);
  return {
    language,
    subject: oneLine(toSender.delegated.subject(document), 240),
    greeting: null,
    opening: toSender.delegated.opening({ recipient, delegate, email, document }),
    quote: reason,
    quoteTitle: toSender.reasonOf(recipient),
    action: { label: toSender.action, url },
    notes: [toSender.delegated.advice],
  };
}

function letterTo(recipient: EnvelopeRecipient, language: Language) {
  const greeting = EMAIL_TEXTS[language].greeting(oneLine(fullName(recipient), 200));
  return { language, greeting, quote: null };
}

function subjectOf({ name, sender }: LetterEnvelope) {
  return { document: oneLine(name, 255), sender: oneLine(sender, 200) };
}
