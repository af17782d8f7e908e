import { Duration } from "effect";

/** How many requests a window takes. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** A limit under the name that clients know it by. */
export interface RateLimitPolicy extends RateLimit {
  readonly name: string;
}

/** What is left of a limit for somebody, and how long until all of it is there again. */
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

/** Seconds to wait: rounded up, for a moment too early is too early. */
export function wholeSeconds(duration: Duration.Duration): number {
  return Math.ceil(Duration.toSeconds(duration));
}
