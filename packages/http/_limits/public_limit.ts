import { InvalidToken } from "@paraph/core/inbound_webhooks";
import { NotFound } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import { HttpRouter } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { RateLimits } from "./rate_limits.ts";

/**
 * Limits how often a client uses the token or id of a path, and how often its network requests
 * unknown links. Over the latter limit only unknown links are rejected, so guesses do not block
 * valid links for others in the network.
 */
export class PublicLimit extends HttpApiMiddleware.Service<PublicLimit>()(
  "@paraph/http/PublicLimit",
  { error: wire(RateLimited) },
) {
  static readonly layer = Layer.effect(
    PublicLimit,
    Effect.gen(function* () {
      const limits = yield* RateLimits;
      return PublicLimit.of(
        Effect.fnUntraced(function* (app) {
          const { params } = yield* HttpRouter.RouteContext;
          yield* limits.byToken(params["token"] ?? params["id"] ?? "");
          return yield* app.pipe(
            Effect.tapError((failure) => (isUnknown(failure) ? limits.byFailure : Effect.void)),
            // Pages return a response for unknown links, not a failure.
            Effect.tap(({ status }) => (status === 404 ? limits.byFailure : Effect.void)),
          );
        }),
      );
    }),
  );
}

/** Whether a request failed because its link is unknown. */
function isUnknown(failure: unknown): boolean {
  return failure instanceof NotFound || failure instanceof InvalidToken;
}
