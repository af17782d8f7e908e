import { Schema } from "effect";

/** The share was revoked or has expired: it stood here, and there is nothing to see any more (410). */
export class Gone extends Schema.TaggedError<Gone>()("gone", { message: Schema.String }) {
  static readonly revoked = new Gone({ message: "This link has been revoked" });
  static readonly expired = new Gone({ message: "This link has expired" });
}

/** The mail could not be sent: it will not be sent later either, and its link is revoked (502). */
export class EmailSendFailed extends Schema.TaggedError<EmailSendFailed>()("email_send_failed", {
  message: Schema.String,
}) {
  /** Says what the mail server said, as far as it is known. */
  static of(reason: string | null): EmailSendFailed {
    const told = reason === null ? "no answer in time" : reason;
    return new EmailSendFailed({ message: `The mail could not be sent: ${told}` });
  }
}
