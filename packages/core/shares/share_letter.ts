import { type Letter, letterTime, oneLine } from "../emails/mod.ts";
import type { Timestamp } from "../values/mod.ts";

/** The content of an email with a share. */
export interface ShareLetter {
  /** The name of the document, without an extension. */
  readonly title: string;
  readonly recipientName: string | null;
  readonly message: string | null;
  readonly shareUrl: string;
  readonly expiresAt: Timestamp | null;
}

/** The text of an email with a share. */
export function shareLetter(share: ShareLetter): Letter {
  const { message, shareUrl, expiresAt } = share;
  const title = oneLine(share.title, 200);
  const name = oneLine(share.recipientName ?? "", 200);
  return {
    subject: oneLine(`Document for you: ${title}`, 240),
    greeting: name === "" ? null : `Hello ${name},`,
    opening: `A document has been shared with you: ${title}`,
    quote: message === null || message.trim() === "" ? null : message,
    action: { label: "Open the document", url: shareUrl },
    notes: [
      ...(expiresAt === null ? [] : [`The link works until ${letterTime(expiresAt)}.`]),
      "Anyone with the link can open the document. Share it only with people who need it.",
    ],
  };
}
