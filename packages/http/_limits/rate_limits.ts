import { Context, Duration, Effect, Layer, Predicate } from "effect";
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http";
import { RateLimiter } from "effect/persistence";

import { RateLimited } from "../_wire/errors/failures.ts";
import { clientNetwork } from "./client_address.ts";
import {
  type RateLimit,
  rateLimitHeaders,
  type RateLimitPolicy,
  type RateLimitState,
  wholeSeconds,
} from "./rate_limit.ts";
import { SourceIp } from "./source_ip.ts";

type CountRequest = Effect.Effect<void, RateLimited, HttpServerRequest.HttpServerRequest>;

/**
 * Counts requests and rejects those over a limit. Every response to a counted request has
 * `RateLimit` headers. While the limiter is unavailable, requests pass.
 *
 * @effect-expect-leaking HttpServerRequest
 */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Counts a request made with a key. */
    readonly byKey: (id: string) => CountRequest;
    /** Counts a request with the token of a link, without a key. */
    readonly byToken: (token: string) => CountRequest;
    /** Counts an invalid credential or link against the network of the client. */
    readonly byFailure: CountRequest;
    /**
     * Counts a failed authentication against the network of the client. Sessions of suspended
     * integrators are not guesses and do not count.
     */
    readonly countFailures: <A, E, R>(
      authentication: Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | RateLimited, R | HttpServerRequest.HttpServerRequest>;
  }
>()("@paraph/http/RateLimits") {
  /** The limits of a deployment. Without a limit no requests are counted. */
  static readonly layer = (limit: RateLimit | undefined) =>
    Layer.effect(
      RateLimits,
      Effect.gen(function* () {
        const limiter = yield* RateLimiter.RateLimiter;
        const source = yield* SourceIp;
        const network = Effect.map(source.current, (ip = "unknown") => clientNetwork(ip));
        const count = (key: string, name = "default") =>
          limit === undefined ? Effect.void : consume(limiter, { name, ...limit }, key);

        const byFailure = Effect.flatMap(network, (client) =>
          count(`failure:${client}`, "failures"),
        );

        return RateLimits.of({
          byKey: (id) => count(`key:${id}`),
          byToken: (token) =>
            Effect.flatMap(network, (client) =>
              // A prefix of the token: enough to identify it, too short to use it.
              count(`token:${token.slice(0, 16)}:${client}`),
            ),
          byFailure,
          countFailures: (authentication) =>
            Effect.tapError(authentication, (error) =>
              Predicate.isTagged(error, "partner_suspended") ? Effect.void : byFailure,
            ),
        });
      }),
    );
}

const consume = Effect.fnUntraced(function* (
  limiter: RateLimiter.RateLimiter,
  policy: RateLimitPolicy,
  key: string,
): Effect.fn.Return<void, RateLimited, HttpServerRequest.HttpServerRequest> {
  const { requests, seconds } = policy;
  const consumption = limiter.consume({ key, limit: requests, window: Duration.seconds(seconds) });
  const state = yield* Effect.matchEffect(consumption, {
    onSuccess: (state) => Effect.succeed({ ...state, exceeded: false }),
    onFailure: ({ reason }) =>
      reason._tag === "RateLimitExceeded"
        ? Effect.succeed({ remaining: 0, resetAfter: reason.retryAfter, exceeded: true })
        : Effect.undefined,
  });
  if (state === undefined) return yield* Effect.void;
  yield* addHeaders(policy, state);
  return yield* state.exceeded
    ? Effect.fail(RateLimited.of(wholeSeconds(state.resetAfter)))
    : Effect.void;
});

/** Adds the headers of a limit to the response. */
function addHeaders(
  policy: RateLimitPolicy,
  state: RateLimitState & { readonly exceeded: boolean },
) {
  const headers = {
    ...rateLimitHeaders(policy, state),
    ...(state.exceeded ? { "retry-after": String(wholeSeconds(state.resetAfter)) } : {}),
  };
  return HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, headers)),
  );
}
