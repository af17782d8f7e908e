import {
  type Answer,
  MAX_KEPT_BODY,
  NoAnswer,
  parseRetryAfter,
  WebhookSender,
} from "@paraph/core/webhooks";
import { Clock, type Duration, Effect, Layer } from "effect";

import { type OutboundOptions, outboundRequest } from "./outbound_request.ts";

/** How deliveries are sent on this node. */
export interface WebhookSenderOptions extends OutboundOptions {
  /** An answer that takes longer does not count: 15 seconds unless told otherwise. */
  readonly patience?: Duration.Input;
}

/** Enough for all characters that are kept, however long each is. */
const MAX_BYTES = 4 * MAX_KEPT_BODY;

/** An answer counts when it begins: what follows is only for the log. */
const BODY_WITHIN_MILLIS = 1000;

/** Sends deliveries over HTTP to public addresses. */
export const webhookSenderHttp = ({ patience = "15 seconds", ...options }: WebhookSenderOptions) =>
  Layer.succeed(WebhookSender, {
    send: Effect.fn("WebhookSender.send")(function* ({
      url,
      headers,
      text,
    }): Effect.fn.Return<Answer, NoAnswer> {
      const body = new TextEncoder().encode(text);
      const response = yield* outboundRequest(
        {
          url,
          method: "POST",
          headers,
          body,
          maxBytes: MAX_BYTES,
          bodyWithinMillis: BODY_WITHIN_MILLIS,
        },
        options,
      ).pipe(
        Effect.mapError(({ message }) => new NoAnswer({ message })),
        Effect.timeoutOrElse({
          duration: patience,
          orElse: () => Effect.fail(new NoAnswer({ message: "No answer in time" })),
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

/** The beginning of an answer as text that can be kept. */
function excerpt(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replaceAll("\0", "\ufffd");
  return text.slice(0, MAX_KEPT_BODY).toWellFormed();
}
