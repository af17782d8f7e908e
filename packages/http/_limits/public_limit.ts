import { Effect, Layer } from "effect";
import { HttpRouter } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { wire } from "../_wire/error.ts";
import { RateLimited } from "../_wire/request_failures.ts";
import { RateLimits } from "./rate_limits.ts";

/** Limits how often a client fetches what the token or id in the path leads to. */
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
          return yield* app;
        }),
      );
    }),
  );
}
