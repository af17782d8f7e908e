import {
  type WebhookResponse,
  MAX_STORED_BODY,
  NoResponse,
  parseRetryAfter,
  WebhookSender,
} from "@paraph/core/webhooks";
import { Clock, type Duration, Effect, Layer } from "effect";

import { type OutboundOptions, outboundRequest } from "./outbound_request.ts";

/** How this node sends deliveries. */
export interface WebhookSenderOptions extends OutboundOptions {
  /** Time limit for the start of a response; 15 seconds by default. */
  readonly timeout?: Duration.Input;
}

/** Enough for the stored characters, at up to 4 bytes each. */
const MAX_BYTES = 4 * MAX_STORED_BODY;

/** The status decides the outcome. The body is only for the log. */
const BODY_TIMEOUT_MILLIS = 1000;

export const webhookSenderHttp = ({ timeout = "15 seconds", ...options }: WebhookSenderOptions) =>
  Layer.succeed(WebhookSender, {
    send: Effect.fn("WebhookSender.send")(function* ({
      url,
      headers,
      text,
    }): Effect.fn.Return<WebhookResponse, NoResponse> {
      const body = new TextEncoder().encode(text);
      const response = yield* outboundRequest(
        {
          url,
          method: "POST",
          headers,
          body,
          maxBytes: MAX_BYTES,
          bodyWithinMillis: BODY_TIMEOUT_MILLIS,
        },
        options,
      ).pipe(
        Effect.mapError(({ message }) => new NoResponse({ message })),
        Effect.timeoutOrElse({
          duration: timeout,
          orElse: () => Effect.fail(new NoResponse({ message: "No response in time" })),
        }),
      );
      const now = yield* Clock.currentTimeMillis;
      return {
        status: response.status,
        body: excerpt(response.bytes),
        retryAfter: parseRetryAfter(response.headers["retry-after"], now),
      };
    }),
  });

/** The start of a response as text that PostgreSQL can store. */
function excerpt(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replaceAll("\0", "\ufffd");
  return text.slice(0, MAX_STORED_BODY).toWellFormed();
}
