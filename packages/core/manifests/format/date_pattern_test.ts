import { assert, describe, it } from "@effect/vitest";

import { datePatternProblem, printDatePattern, utcDate } from "./date_pattern.ts";

describe("printDatePattern()", () => {
  it.each([
    ["YYYY-MM-DD HH:mm:ss", "2026-02-03T04:05:06Z", "2026-02-03 04:05:06"],
    ["D.M.YY", "2026-02-03", "3.2.26"],
    ["dddd, MMMM D", "2026-02-03", "Tuesday, February 3"],
    ["ddd h a", "2026-02-03T00:30", "Tue 12 am"],
    ["hh:mm A", "2026-02-03T15:07+02:00", "01:07 PM"],
  ])("prints %s of %s", (pattern, iso, expected) => {
    assert.strictEqual(printDatePattern(pattern, iso, "en-US"), expected);
  });

  it("prints other text unchanged", () => {
    assert.strictEqual(printDatePattern("YYYY", "soon", "en-US"), "soon");
  });
});

describe("datePatternProblem()", () => {
  it("names letters that are no token", () => {
    assert.include(datePatternProblem("DD of MMM"), "of");
    assert.isDefined(datePatternProblem("[only text]"));
  });
});

describe("utcDate()", () => {
  it("reads a time without an offset as UTC", () => {
    assert.strictEqual(utcDate("2026-02-03T10:00")?.toISOString(), "2026-02-03T10:00:00.000Z");
  });
});
