import { assert, describe, it } from "@effect/vitest";
import { DateTime, Result } from "effect";

import { usageCsv } from "./usage_csv.ts";
import { usageDays, usagePeriod } from "./usage_period.ts";
import type { UsageQuery } from "./usage_report.ts";

const now = DateTime.makeUnsafe("2026-05-04T23:59:59Z");

const daysOf = (query: UsageQuery) => Result.map(usagePeriod(query, now), usageDays);

const issuesOf = (query: UsageQuery) =>
  Result.match(usagePeriod(query, now), {
    onSuccess: () => ({}),
    onFailure: ({ issues }) => issues.fieldErrors,
  });

describe("usagePeriod()", () => {
  it("is the last 30 days by default, up to today", () => {
    const days = Result.getOrThrow(daysOf({}));
    assert.deepEqual([days.length, days[0], days.at(-1)], [30, "2026-04-05", "2026-05-04"]);
  });

  it("has both of its ends, over the end of a leap February", () => {
    const days = Result.getOrThrow(daysOf({ from: "2028-02-28", to: "2028-03-01" }));
    assert.deepEqual(days, ["2028-02-28", "2028-02-29", "2028-03-01"]);
  });

  it.each([
    { from: "2026-02-30" },
    { from: "2026-5-4" },
    { from: "0001-01-01" },
    { from: "2026-05-05" },
    { from: "2026-02-01" },
    { from: "2026-02-01", to: "2026-05-04" },
  ])("refuses $from to $to", (query) => {
    assert.deepEqual(Object.keys(issuesOf(query)), ["from"]);
  });

  it("accepts 92 days", () => {
    assert.lengthOf(Result.getOrThrow(daysOf({ from: "2026-02-02" })), 92);
  });

  it("names every day that does not exist", () => {
    const query = { from: "yesterday", to: "2026-13-01" };
    assert.deepEqual(Object.keys(issuesOf(query)), ["from", "to"]);
  });
});

describe("usageCsv()", () => {
  it("has a line for each day, with an empty cell for no duration", () => {
    const day = {
      date: "2026-05-04",
      renders: 3,
      succeeded: 2,
      failed: 1,
      pages: 4,
      bytes: 5000,
      p95DurationMs: null,
      signatureRequests: 1,
      completedSignatureRequests: 0,
      shares: 2,
      views: 5,
      downloads: 3,
    };
    const csv = usageCsv({ from: day.date, to: day.date, days: [day] });
    const [head, line, ...rest] = csv.split("\r\n");
    assert.strictEqual(head, Object.keys(day).join(","));
    assert.strictEqual(line, "2026-05-04,3,2,1,4,5000,,1,0,2,5,3");
    assert.deepEqual(rest, [""]);
  });
});
