import { InvalidToken } from "@paraph/core/inbound_webhooks";
import { NotFound } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import { HttpRouter } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { RateLimits } from "./rate_limits.ts";

/**
 * Limits how often a client fetches what the token or id in the path leads to, and how often its
 * network asks for links that do not exist. Only the latter are refused for their number, so guesses
 * close no link to others in the same network.
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
            // Pages have a response for unknown links.
            Effect.tap(({ status }) => (status === 404 ? limits.byFailure : Effect.void)),
          );
        }),
      );
    }),
  );
}

/** Whether a request failed because its token opens nothing. */
function isUnknown(failure: unknown): boolean {
  return failure instanceof NotFound || failure instanceof InvalidToken;
}
