import { EMAIL_TEXTS, emailTime, type Letter, oneLine } from "../emails/mod.ts";
import type { Language, Timestamp } from "../values/mod.ts";

/** The content of an email with a share. */
export interface ShareLetter {
  readonly language: Language;
  /** The name of the project or its brand. */
  readonly sender: string;
  /** The name of the document, without an extension. */
  readonly title: string;
  readonly recipientName: string | null;
  readonly message: string | null;
  readonly shareUrl: string;
  readonly expiresAt: Timestamp | null;
}

/** The text of an email with a share. */
export function shareLetter(share: ShareLetter): Letter {
  const { language, message, shareUrl, expiresAt } = share;
  const { greeting, messageFrom, share: texts } = EMAIL_TEXTS[language];
  const sender = oneLine(share.sender, 200);
  const document = oneLine(share.title, 200);
  const name = oneLine(share.recipientName ?? "", 200);
  return {
    language,
    subject: oneLine(texts.subject(document), 240),
    greeting: name === "" ? null : greeting(name),
    opening: texts.opening({ sender, document }),
    quote: message === null || message.trim() === "" ? null : message,
    quoteTitle: messageFrom(sender),
    action: { label: texts.action, url: shareUrl },
    notes: [
      ...(expiresAt === null ? [] : [texts.validUntil(emailTime(expiresAt, language))]),
      texts.personal,
    ],
  };
}
