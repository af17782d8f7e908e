import { Context, type Effect, Schema } from "effect";

import type { QueuedEmail } from "./email.ts";

/** The mail will never be taken: no such mailbox, or a mail server that refuses it for good. */
export class EmailRefused extends Schema.TaggedError<EmailRefused>()("mail_refused", {
  message: Schema.String,
}) {}

/** The mail was not taken this time; it has not arrived and may be tried again. */
export class EmailDelayed extends Schema.TaggedError<EmailDelayed>()("mail_delayed", {
  message: Schema.String,
}) {}

/** All of the mail was handed over and no answer came: it may have arrived. */
export class EmailUnanswered extends Schema.TaggedError<EmailUnanswered>()("mail_unanswered", {
  message: Schema.String,
}) {}

/** Sends mails. Messages of failures name no address. */
export class Mailer extends Context.Service<
  Mailer,
  {
    /**
     * Sends a mail.
     *
     * @param handOver Run before what cannot be taken back: when it says `false` the mail is not
     *   sent, and fails as delayed. A mailer that can repeat itself unnoticed need not ask.
     */
    readonly send: (
      mail: QueuedEmail,
      handOver: Effect.Effect<boolean>,
    ) => Effect.Effect<void, EmailRefused | EmailDelayed | EmailUnanswered>;
  }
>()("@paraph/core/emails/Mailer") {}
