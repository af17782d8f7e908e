import { Context, type Effect, type Option, Schema } from "effect";

import { EmailId, LANGUAGES, Timestamp } from "../values/mod.ts";

/** The content of an email that was written to the outbox, the folder of a deployment without a mail server. */
export const OutboxEmail = Schema.Struct({
  id: EmailId,
  /** The reason for the email, as in `EmailToQueue`. */
  cause: Schema.String,
  /** The header `From`. */
  from: Schema.String,
  to: Schema.Struct({ email: Schema.String, name: Schema.NullOr(Schema.String) }),
  letter: Schema.Struct({
    language: Schema.optionalKey(Schema.Literals(LANGUAGES)),
    subject: Schema.String,
    greeting: Schema.NullOr(Schema.String),
    opening: Schema.String,
    code: Schema.optionalKey(Schema.String),
    quote: Schema.NullOr(Schema.String),
    quoteTitle: Schema.optionalKey(Schema.String),
    action: Schema.Struct({ label: Schema.String, url: Schema.String }),
    notes: Schema.Array(Schema.String),
  }),
  /** Absent in emails of earlier releases. */
  brand: Schema.optionalKey(
    Schema.Struct({
      name: Schema.NullOr(Schema.String),
      from: Schema.NullOr(Schema.String),
      replyTo: Schema.NullOr(Schema.String),
      color: Schema.NullOr(Schema.String),
      logo: Schema.NullOr(
        Schema.Struct({
          type: Schema.Literals(["image/png", "image/jpeg"]),
          base64: Schema.String,
        }),
      ),
      footer: Schema.NullOr(Schema.String),
    }),
  ),
  createdAt: Timestamp,
});
export type OutboxEmail = typeof OutboxEmail.Type;

/** Reads the emails of the outbox. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** The newest emails, newest first. */
    readonly newest: (limit: number) => Effect.Effect<ReadonlyArray<OutboxEmail>>;
    readonly find: (id: string) => Effect.Effect<Option.Option<OutboxEmail>>;
    /** An email as it would be sent (RFC 5322). */
    readonly message: (id: string) => Effect.Effect<Option.Option<Uint8Array>>;
  }
>()("@paraph/core/emails/Outbox") {}
