import { Duration } from "effect";

/** The number of requests in a window. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** A limit and its name in headers. */
export interface RateLimitPolicy extends RateLimit {
  readonly name: string;
}

/** The rest of a limit, and the time until it is full again. */
export interface RateLimitState {
  readonly remaining: number;
  readonly resetAfter: Duration.Duration;
}

/**
 * The headers that tell a client of a limit (draft-ietf-httpapi-ratelimit-headers).
 */
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
