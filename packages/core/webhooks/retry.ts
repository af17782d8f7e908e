import { Duration } from "effect";

/** How long after each failure a delivery is tried again (contract §10); after the last it has failed. */
export const RETRY_DELAYS: ReadonlyArray<Duration.Duration> = [
  Duration.seconds(5),
  Duration.minutes(5),
  Duration.minutes(30),
  Duration.hours(2),
  Duration.hours(5),
  Duration.hours(10),
  Duration.hours(10),
];

/** So much of a delay is left to chance, so that what failed together does not come back together. */
const JITTER = 0.1;

/** Nobody is put off for longer. */
const MAX_DELAY = Duration.hours(24);

/**
 * When a delivery is tried again, `undefined` when it has failed for good.
 *
 * @example The first retry comes after 5 seconds, or later when the receiver asks for it
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
 * @param failures How often it has failed, at least 1.
 * @param options.chance From 0 to 1: how much of the jitter is added.
 * @param options.retryAfter What the receiver asked for.
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
  const jittered = Duration.times(delay, 1 + chance * JITTER);
  return Duration.min(Duration.max(jittered, retryAfter), MAX_DELAY);
}

/**
 * What a `Retry-After` header asks for: seconds, or until a date.
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
