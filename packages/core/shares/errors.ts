import { Schema } from "effect";

/** The share was revoked or has expired (410). */
export class Gone extends Schema.TaggedError<Gone>()(
  "gone",
  { message: Schema.String },
  { description: "The link was revoked or has expired. Share the document again." },
) {
  static readonly revoked = new Gone({ message: "This link has been revoked" });
  static readonly expired = new Gone({ message: "This link has expired" });
}

/** The email could not be sent. It is not retried, and its link is revoked (502). */
export class EmailSendFailed extends Schema.TaggedError<EmailSendFailed>()(
  "email_send_failed",
  { message: Schema.String },
  {
    description:
      "The email was not sent and is not retried; its link is revoked. Check the address, then send a new request.",
  },
) {
  /** @param reason The error of the mail server, if it is known. */
  static of(reason: string | null): EmailSendFailed {
    const detail = reason === null ? "no response in time" : reason;
    return new EmailSendFailed({ message: `The email could not be sent: ${detail}` });
  }
}
