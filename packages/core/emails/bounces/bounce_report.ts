import { Context, type Effect, Schema } from "effect";

/** What happened to an email after a mail server accepted it. */
export type BounceKind =
  /** It was not delivered, and no mail server tries again. */
  | "bounced"
  /** It is not delivered yet: a mail server tries again, or the report may be an automatic reply. */
  | "delayed"
  /** Its recipient reported it as spam. */
  | "complained";

/** A report about an email. */
export interface BounceReport {
  readonly kind: BounceKind;
  /**
   * The identifiers of the email in the report: its `X-Paraph-Id` or its `Message-ID`. Addresses are none: they
   * do not tell which of several emails it was.
   */
  readonly references: ReadonlyArray<string>;
  /** The enhanced status code (RFC 3463), such as `5.1.1`. */
  readonly code: string | null;
}

/** A body that is no report in a known format. The message is for the log of the email service. */
export class UnreadableBounce extends Schema.TaggedError<UnreadableBounce>()("unreadable_bounce", {
  message: Schema.String,
}) {}

/** The sender of a body cannot be verified now; the email service should send it again. */
export class UnverifiedBounce extends Schema.TaggedError<UnverifiedBounce>()("unverified_bounce", {
  message: Schema.String,
}) {}

/** Reads the reports of email services and mail servers. */
export class BounceReader extends Context.Service<
  BounceReader,
  {
    /**
     * The reports in an authenticated body. Messages about anything else, such as deliveries, have none.
     *
     * @param contentType The media type of the body.
     */
    readonly read: (
      body: Uint8Array,
      contentType: string,
    ) => Effect.Effect<ReadonlyArray<BounceReport>, UnreadableBounce | UnverifiedBounce>;
  }
>()("@paraph/core/emails/BounceReader") {}
