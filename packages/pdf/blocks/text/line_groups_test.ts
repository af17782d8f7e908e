import { assert, describe, it } from "@effect/vitest";

import { breakLines } from "../../text/break_lines.ts";
import { shapeText } from "../../text/paragraph.ts";
import { lineGroups } from "./line_groups.ts";

/** Paragraphs with numbers of lines. */
const linesOf = (...counts: ReadonlyArray<number>) => {
  const text = counts.map((count) => Array(count).fill("word").join(" ")).join("\n");
  return breakLines(shapeText([{ text, fontName: "Roboto" }]), 2_500, 0);
};

describe("lineGroups()", () => {
  it.each([
    [[1], [1]],
    [[2], [2]],
    [[3], [3]],
    [[4], [2, 2]],
    [[6], [2, 1, 1, 2]],
    [
      [1, 3, 5],
      [1, 3, 2, 1, 2],
    ],
  ])("keeps two lines of paragraphs of %j lines together", (counts, groups) => {
    assert.deepStrictEqual(lineGroups(linesOf(...counts), 50), groups);
  });

  it("separates lines that do not fit on a page together", () => {
    assert.deepStrictEqual(lineGroups(linesOf(3), 2), [1, 1, 1]);
    assert.deepStrictEqual(lineGroups(linesOf(4), 1), [1, 1, 1, 1]);
  });
});
