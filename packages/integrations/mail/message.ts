import { senderOf } from "@paraph/core/admin";
import { letterHtml, letterText, type Mail, MailRefused, oneLine } from "@paraph/core/mail";
import { DateTime, Effect } from "effect";
import type { SendMailOptions } from "nodemailer";

/** The message that a mail is sent as, the same each time it is tried; refused when its letter is none. */
export function messageOf(mail: Mail, from: string): Effect.Effect<SendMailOptions, MailRefused> {
  return Effect.try({
    try: () => compose(mail, from),
    catch: () => new MailRefused({ message: "the stored email cannot be read" }),
  });
}

function compose(mail: Mail, from: string): SendMailOptions {
  const { to, letter, messageId, createdAt, pixelUrl } = mail;
  return {
    from: senderOf(mail.sender ?? from),
    to: { name: oneLine(to.name ?? "", 200), address: to.email },
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter, pixelUrl),
    messageId,
    date: DateTime.toDateUtc(createdAt),
    // Nobody's holiday note is to answer it (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    // Whatever it says, it is text: nothing of it is read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
