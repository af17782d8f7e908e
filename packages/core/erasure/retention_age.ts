import { Duration, Result } from "effect";

const UNITS: Readonly<Record<string, Duration.Duration>> = {
  h: Duration.hours(1),
  d: Duration.days(1),
};

/** The maximum retention, a thousand years. Without a setting, data is kept permanently. */
const LONGEST = Duration.days(365_000);

/**
 * Parses a retention period: hours or days, at least `least`.
 *
 * @example Ninety days
 * ```ts
 * import { parseRetention } from "@paraph/core/erasure";
 * import { Duration, Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * const read = parseRetention("1h");
 * assert.equal(Duration.toDays(Result.getOrThrow(read("90d"))), 90);
 * assert.ok(Result.isFailure(read("0d")));
 * ```
 */
export function parseRetention(least: string) {
  const shortest = durationOf(least) ?? Duration.zero;
  return (text: string): Result.Result<Duration.Duration, string> => {
    const age = durationOf(text);
    return age !== undefined && Duration.between(age, { minimum: shortest, maximum: LONGEST })
      ? Result.succeed(age)
      : Result.fail(`allowed: hours or days, such as 12h or 90d; at least ${least}`);
  };
}

function durationOf(text: string): Duration.Duration | undefined {
  const [, amount = "", unit = ""] = /^([1-9]\d{0,6})([hd])$/.exec(text) ?? [];
  const one = UNITS[unit];
  return one === undefined ? undefined : Duration.times(one, Number(amount));
}
