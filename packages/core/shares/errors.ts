import { Schema } from "effect";

/** The share was revoked or has expired (410). */
export class Gone extends Schema.TaggedError<Gone>()("gone", { message: Schema.String }) {
  static readonly revoked = new Gone({ message: "This link has been revoked" });
  static readonly expired = new Gone({ message: "This link has expired" });
}

/** The email could not be sent. It is not retried, and its link is revoked (502). */
export class EmailSendFailed extends Schema.TaggedError<EmailSendFailed>()("email_send_failed", {
  message: Schema.String,
}) {
  /** @param reason The error of the mail server, if it is known. */
  static of(reason: string | null): EmailSendFailed {
    const detail = reason === null ? "no response in time" : reason;
    return new EmailSendFailed({ message: `The email could not be sent: ${detail}` });
  }
}
