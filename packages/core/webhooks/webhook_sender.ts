import { Context, Data, type Duration, type Effect } from "effect";

/** A signed delivery. */
export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The response of a receiver. */
export interface WebhookResponse {
  readonly status: number;
  /** The beginning of the body. */
  readonly body: string;
  readonly retryAfter: Duration.Duration | undefined;
}

/** No response: the receiver is unreachable, not allowed, or does not respond in time. */
export class NoResponse extends Data.TaggedError("no_answer")<{ readonly message: string }> {}

/** Sends deliveries, with a timeout of 15 seconds. Redirects are not followed. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  { readonly send: (message: OutgoingMessage) => Effect.Effect<WebhookResponse, NoResponse> }
>()("@paraph/core/webhooks/WebhookSender") {}
