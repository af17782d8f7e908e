import { assert, describe, it } from "@effect/vitest";
import { Result, Schema } from "effect";

import { hasContentArea, pageArea, PageConfigInput, withPageDefaults } from "./page_config.ts";

const decode = Schema.decodeUnknownResult(PageConfigInput);

describe("PageConfigInput", () => {
  it.each([
    { format: "B5" },
    { orientation: "sideways" },
    { margin: "20" },
    { margin: "-1mm" },
    { margin: "1e3mm" },
    { margin: { top: "1mm" } },
    { printBackground: "yes" },
    { colour: "red" },
    { margin: { top: "1mm", right: "1mm", bottom: "1mm", left: "1mm", inner: "1mm" } },
  ])("rejects %j", (input) => assert.isTrue(Result.isFailure(decode(input))));
});

describe("pageArea()", () => {
  it("rotates the page and converts every unit to millimetres", () => {
    const margin = { top: "1in", right: "1cm", bottom: "72pt", left: "96px" };
    const area = pageArea(withPageDefaults({ format: "Letter", orientation: "landscape", margin }));
    assert.deepStrictEqual([area.width, area.height], [279.4, 215.9]);
    assert.deepStrictEqual(
      area.padding.map((side) => Math.round(side * 10) / 10),
      [25.4, 10, 25.4, 25.4],
    );
  });
});

describe("hasContentArea()", () => {
  it.each([
    ["20mm", true],
    ["0mm", true],
    ["99mm", true],
    ["101mm", false],
    ["50cm", false],
  ])("A4 with a margin of %s: %s", (margin, expected) =>
    assert.strictEqual(hasContentArea(withPageDefaults({ margin })), expected),
  );
});
