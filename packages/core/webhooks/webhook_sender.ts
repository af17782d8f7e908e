import { Context, Data, type Duration, type Effect } from "effect";

/** A signed delivery. */
export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a receiver said. */
export interface Answer {
  readonly status: number;
  /** The beginning of the body. */
  readonly body: string;
  readonly retryAfter: Duration.Duration | undefined;
}

/** Nobody answered: the receiver cannot be reached, may not be, or says nothing in time. */
export class NoAnswer extends Data.TaggedError("no_answer")<{ readonly message: string }> {}

/** Sends deliveries. Redirects are not followed; an answer counts that comes within 15 seconds. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  { readonly send: (message: OutgoingMessage) => Effect.Effect<Answer, NoAnswer> }
>()("@paraph/core/webhooks/WebhookSender") {}
