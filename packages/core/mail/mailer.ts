import { Context, type Effect, Schema } from "effect";

import type { Mail } from "./mail.ts";

/** The mail will never be taken: no such mailbox, or a mail server that refuses it for good. */
export class MailRefused extends Schema.TaggedError<MailRefused>()("mail_refused", {
  message: Schema.String,
}) {}

/** The mail was not taken this time; it has not arrived and may be tried again. */
export class MailDelayed extends Schema.TaggedError<MailDelayed>()("mail_delayed", {
  message: Schema.String,
}) {}

/** All of the mail was handed over and no answer came: it may have arrived. */
export class MailUnanswered extends Schema.TaggedError<MailUnanswered>()("mail_unanswered", {
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
      mail: Mail,
      handOver: Effect.Effect<boolean>,
    ) => Effect.Effect<void, MailRefused | MailDelayed | MailUnanswered>;
  }
>()("@paraph/core/mail/Mailer") {}
