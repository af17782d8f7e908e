import { Duration } from "effect";

/** The number of requests in a window. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** A limit with its name for headers. */
export interface RateLimitPolicy extends RateLimit {
  readonly name: string;
}

/** The remaining requests of a limit, and the time until it resets. */
export interface RateLimitState {
  readonly remaining: number;
  readonly resetAfter: Duration.Duration;
}

/** The `RateLimit-Policy` and `RateLimit` headers (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders(
  { name, requests, seconds }: RateLimitPolicy,
  { remaining, resetAfter }: RateLimitState,
): Readonly<Record<"ratelimit-policy" | "ratelimit", string>> {
  return {
    "ratelimit-policy": `"${name}";q=${requests};w=${seconds}`,
    ratelimit: `"${name}";r=${remaining};t=${wholeSeconds(resetAfter)}`,
  };
}

/** Seconds to wait, rounded up. */
export function wholeSeconds(duration: Duration.Duration): number {
  return Math.ceil(Duration.toSeconds(duration));
}
