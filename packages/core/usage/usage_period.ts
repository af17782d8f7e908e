import { DateTime, Option, Result } from "effect";

import { InvalidRequest, type Issue } from "../values/mod.ts";
import type { UsageQuery } from "./usage_report.ts";

/** A period of whole days in UTC. */
export interface UsagePeriod {
  readonly first: DateTime.Utc;
  readonly last: DateTime.Utc;
}

/** The most days of a report. */
const MAX_DAYS = 92;
const DEFAULT_DAYS = 30;

/**
 * The period of a query, at most {@linkcode MAX_DAYS} days.
 *
 * @example
 * ```ts
 * import { usageDays, usagePeriod } from "@paraph/core/usage";
 * import assert from "node:assert/strict";
 * import { DateTime, Result } from "effect";
 *
 * const now = DateTime.makeUnsafe("2026-05-04T03:02:01Z");
 * const period = Result.getOrThrow(usagePeriod({ from: "2026-05-03" }, now));
 * assert.deepEqual(usageDays(period), ["2026-05-03", "2026-05-04"]);
 * ```
 */
export function usagePeriod(
  query: UsageQuery,
  now: DateTime.Utc,
): Result.Result<UsagePeriod, InvalidRequest> {
  const issues: Array<Issue> = [];
  const read = (path: "from" | "to") => {
    const text = query[path];
    if (text === undefined) return undefined;
    const day = dayOf(text);
    if (day === undefined) {
      issues.push({ path, message: `${JSON.stringify(text)} is not a day such as 2026-05-04` });
    }
    return day;
  };
  const [from, to] = [read("from"), read("to")];
  const last = to ?? DateTime.startOf(now, "day");
  const first = from ?? DateTime.subtract(last, { days: DEFAULT_DAYS - 1 });
  if (issues.length === 0 && DateTime.isGreaterThan(first, last)) {
    issues.push({ path: "from", message: "The first day must not be after the last day" });
  } else if (issues.length === 0 && daysBetween(first, last) >= MAX_DAYS) {
    issues.push({ path: "from", message: `A period has at most ${MAX_DAYS} days` });
  }
  return issues.length === 0
    ? Result.succeed({ first, last })
    : Result.fail(InvalidRequest.of(issues));
}

/** All days of a period, such as `2026-05-04`. */
export function usageDays({ first, last }: UsagePeriod): ReadonlyArray<string> {
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, days) =>
    DateTime.formatIsoDateUtc(DateTime.add(first, { days })),
  );
}

const MILLIS_OF_DAY = 86_400_000;

function daysBetween(first: DateTime.Utc, last: DateTime.Utc): number {
  return (DateTime.toEpochMillis(last) - DateTime.toEpochMillis(first)) / MILLIS_OF_DAY;
}

/** Midnight of a day that exists. `DateTime.make` reads the 30th of February as a day of March. */
function dayOf(text: string): DateTime.Utc | undefined {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/u.test(text)) return undefined;
  const midnight = DateTime.make(`${text}T00:00:00Z`);
  if (Option.isNone(midnight) || DateTime.formatIsoDateUtc(midnight.value) !== text)
    return undefined;
  return DateTime.toUtc(midnight.value);
}
