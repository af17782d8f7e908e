import { assert, describe, it } from "@effect/vitest";
import { fitsLegibly } from "@paraph/core/builtin_provider";

import { FontTable } from "../../fonts/opentype/font_table.ts";
import { textParagraph } from "./text_mark.ts";
import { toVisibleBox } from "./visible_box.ts";

const A4 = { width: 595, height: 842 };

describe("textParagraph()", () => {
  it.each([
    ["many lines", "One more of the conditions\n"],
    ["one line", "and another word of it "],
    ["capitals", "THE WHOLE OF IT "],
    ["characters as wide as high", "李小龍"],
  ])("keeps text readable if its box has enough space: %s", (_, part) => {
    for (const page of [A4, { width: A4.height, height: A4.width }]) {
      for (const [width, height] of [
        [20, 3],
        [30, 10],
        [80, 20],
      ] as const) {
        const box = { x: 0, y: 0, page: 1, width, height };
        let most = 1;
        while (most < 400 && fitsLegibly(part.repeat(most + 1).trim(), box)) most++;
        const content = textParagraph(
          part.repeat(most).trim(),
          toVisibleBox(box, page),
          new FontTable(false),
        );
        const [size] = (/ ([\d.]+) Tf/u.exec(content) ?? []).slice(1).map(Number);
        assert.isAtLeast(size ?? 0, 2.8, `${width} × ${height}`);
      }
    }
  });
});
