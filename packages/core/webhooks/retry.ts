import { Duration } from "effect";

/** The delays after each failure (contract §10). After the last one, the delivery has failed. */
export const RETRY_DELAYS: ReadonlyArray<Duration.Duration> = [
  Duration.seconds(5),
  Duration.minutes(5),
  Duration.minutes(30),
  Duration.hours(2),
  Duration.hours(5),
  Duration.hours(10),
  Duration.hours(10),
];

/** The random part of a delay, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** The maximum delay, also for `Retry-After`. */
const MAX_DELAY = Duration.hours(24);

/**
 * The delay before the next attempt; `undefined` if the delivery has finally failed.
 *
 * @example The first retry comes after 5 seconds, or later if the receiver requests it
 * ```ts
 * import { retryDelay } from "@paraph/core/webhooks";
 * import { Duration } from "effect";
 * import assert from "node:assert/strict";
 *
 * assert.equal(Duration.toSeconds(retryDelay(1, { chance: 0 })), 5);
 * assert.equal(Duration.toSeconds(retryDelay(1, { chance: 0, retryAfter: Duration.minutes(1) })), 60);
 * assert.equal(retryDelay(8, { chance: 0 }), undefined);
 * ```
 *
 * @param failures The number of failed attempts, at least 1.
 * @param options.chance From 0 to 1: the part of the jitter to add.
 * @param options.retryAfter The delay that the receiver requests.
 */
export function retryDelay(
  failures: number,
  options: {
    readonly chance: number;
    readonly retryAfter?: Duration.Duration | undefined;
    readonly delays?: ReadonlyArray<Duration.Duration>;
  },
): Duration.Duration | undefined {
  const { chance, retryAfter = Duration.zero, delays = RETRY_DELAYS } = options;
  const delay = delays[failures - 1];
  if (delay === undefined) return undefined;
  const backoff = Duration.times(delay, 1 + chance * JITTER);
  return Duration.min(Duration.max(backoff, retryAfter), MAX_DELAY);
}

/**
 * Parses a `Retry-After` header: seconds, or a date.
 *
 * @param now Milliseconds since 1970.
 */
export function parseRetryAfter(
  header: string | undefined,
  now: number,
): Duration.Duration | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Duration.seconds(Number(header));
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Duration.millis(Math.max(0, date - now));
}
