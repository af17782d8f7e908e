import { Context, type Effect, Schema } from "effect";

import type { QueuedEmail } from "./email.ts";
import type { EmailBrand } from "./letter/email_brand.ts";

/** The mail server permanently rejects the email, for example because the mailbox does not exist. */
export class EmailRefused extends Schema.TaggedError<EmailRefused>()("mail_refused", {
  message: Schema.String,
}) {}

/** The email was not accepted; it has not arrived and can be retried. */
export class EmailDelayed extends Schema.TaggedError<EmailDelayed>()("mail_delayed", {
  message: Schema.String,
}) {}

/** The mail server did not respond after the end of the email: it may have arrived. */
export class EmailUnanswered extends Schema.TaggedError<EmailUnanswered>()("mail_unanswered", {
  message: Schema.String,
}) {}

/** An email to send, with the look of its project. */
export interface OutgoingEmail extends QueuedEmail {
  readonly brand: EmailBrand;
}

/** Sends emails. Messages of failures contain no addresses. */
export class Mailer extends Context.Service<
  Mailer,
  {
    /**
     * Sends an email.
     *
     * @param handOver Claims the email. The mailer runs it before the last irrevocable step; on `false` it
     *   does not send, and fails with `EmailDelayed`. A mailer with idempotent sends need not run it.
     */
    readonly send: (
      mail: OutgoingEmail,
      handOver: Effect.Effect<boolean>,
    ) => Effect.Effect<void, EmailRefused | EmailDelayed | EmailUnanswered>;
  }
>()("@paraph/core/emails/Mailer") {}
