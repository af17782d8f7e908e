import { EMAIL_TEXTS, type Letter, oneLine } from "../../emails/mod.ts";
import type { Language } from "../../values/mod.ts";
import type { StoredSignatureRequest } from "../signature_store.ts";
import { fullName, type StoredRecipient } from "./recipient.ts";

/** What the emails to the sender of a request have in common. */
export interface LetterToSender {
  readonly language: Language;
  readonly sender: string;
  /** The page of the request for the sender. */
  readonly url: string;
}

/** The request and its recipients. */
type LetterRequest = Pick<StoredSignatureRequest, "name" | "recipients" | "errorMessage">;

/** Tells the sender that a recipient has declined, and why. */
export function declinedToSender(
  request: LetterRequest,
  { language, sender, url }: LetterToSender,
): Letter {
  const { declined, toSender } = EMAIL_TEXTS[language];
  const document = documentOf(request);
  const recipient = request.recipients.find(({ declinedAt }) => declinedAt !== undefined);
  const reason = request.errorMessage?.trim() ?? "";
  const name = recipient === undefined ? undefined : nameOf(recipient);
  return {
    language,
    subject: oneLine(toSender.declined.subject(document), 240),
    greeting: null,
    // Some providers do not say who has declined.
    opening:
      name === undefined
        ? declined.opening({ sender: oneLine(sender, 200), document })
        : toSender.declined.opening({ recipient: name, document }),
    quote: reason === "" ? null : reason,
    ...(name === undefined ? {} : { quoteTitle: toSender.reasonOf(name) }),
    action: { label: toSender.action, url },
    notes: [toSender.declined.ended],
  };
}

/** Tells the sender that the signed document is ready. */
export function completedToSender(
  request: LetterRequest,
  { language, url }: LetterToSender,
): Letter {
  const { toSender } = EMAIL_TEXTS[language];
  const document = documentOf(request);
  return {
    language,
    subject: oneLine(toSender.completed.subject(document), 240),
    greeting: null,
    opening: toSender.completed.opening(document),
    quote: null,
    action: { label: toSender.action, url },
    notes: [],
  };
}

/** Tells the sender which recipient an email did not reach; undefined without the recipient. */
export function undeliveredToSender(
  request: LetterRequest,
  recipientId: string,
  { language, url }: LetterToSender,
): Letter | undefined {
  const { toSender } = EMAIL_TEXTS[language];
  const recipient = request.recipients.find(({ id }) => id === recipientId);
  if (recipient === undefined) return undefined;
  const document = documentOf(request);
  const about = { document, recipient: nameOf(recipient), email: oneLine(recipient.email, 255) };
  return {
    language,
    subject: oneLine(toSender.undelivered.subject(document), 240),
    greeting: null,
    opening: toSender.undelivered.opening(about),
    quote: null,
    action: { label: toSender.action, url },
    notes: [toSender.undelivered.advice],
  };
}

function documentOf({ name }: LetterRequest): string {
  return oneLine(name, 255);
}

function nameOf(recipient: StoredRecipient): string {
  return oneLine(fullName(recipient), 200);
}
