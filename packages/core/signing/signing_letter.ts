import { type Letter, letterMoment, oneLine } from "../mail/mod.ts";
import { fullName } from "../signatures/mod.ts";
import type { SigningEnvelope, SigningRecipient } from "./signing_envelope.ts";

/** What letters tell of an envelope. */
export type LetterEnvelope = Pick<SigningEnvelope, "name" | "sender" | "expiresAt">;

/** How an envelope can come to nothing. */
export type SadEnd = "declined" | "cancelled" | "expired";

/** Asks a recipient, whose turn it is, to sign or to approve. */
export function invitationLetter(
  envelope: LetterEnvelope,
  recipient: SigningRecipient,
  url: string,
): Letter {
  const verb = recipient.designation === "Approver" ? "approve" : "sign";
  const asks = `${senderOf(envelope)} asks you to ${verb}: ${nameOf(envelope)}`;
  return {
    ...letterTo(recipient, asks, asks),
    action: { label: `Review and ${verb}`, url },
    notes: [
      `You can do so until ${letterMoment(envelope.expiresAt)}.`,
      `The link is yours alone: whoever has it can ${verb} in your name. Do not forward this mail.`,
    ],
  };
}

/** Tells a recipient that everybody has signed, and where the sealed document is. */
export function completedLetter(
  envelope: LetterEnvelope,
  recipient: SigningRecipient,
  url: string,
): Letter {
  const name = nameOf(envelope);
  const told = `Everybody has signed: ${name}. It was sent out by ${senderOf(envelope)}.`;
  return {
    ...letterTo(recipient, `Completed: ${name}`, told),
    action: { label: "Open the signed document", url },
    notes: [
      "Download the document and keep it: any PDF reader can tell whether it was changed since.",
      "The link is yours alone: whoever has it can open the document.",
    ],
  };
}

/** Tells a recipient that an envelope has come to nothing. */
export function endedLetter(
  envelope: LetterEnvelope,
  recipient: SigningRecipient,
  end: { readonly how: SadEnd; readonly url: string },
): Letter {
  const name = nameOf(envelope);
  return {
    ...letterTo(recipient, `${SUBJECTS[end.how]}: ${name}`, `${TOLD[end.how]} ${name}`),
    action: { label: "See where it stands", url: end.url },
    notes: [`If you have questions, ask ${senderOf(envelope)}.`],
  };
}

const SUBJECTS = { declined: "Declined", cancelled: "Cancelled", expired: "Expired" } as const;

const TOLD = {
  declined: "Somebody has declined, so that nobody is asked to sign any more:",
  cancelled: "The sender has cancelled this; there is nothing left for you to do:",
  expired: "The time to sign is over; there is nothing left for you to do:",
} as const;

function letterTo(recipient: SigningRecipient, subject: string, opening: string) {
  const greeting = `Hello ${oneLine(fullName(recipient), 200)},`;
  return { subject: oneLine(subject, 240), greeting, opening, quote: null };
}

function nameOf({ name }: LetterEnvelope): string {
  return oneLine(name, 255);
}

function senderOf({ sender }: LetterEnvelope): string {
  return oneLine(sender, 200);
}
