import { assert, describe, it } from "@effect/vitest";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import { dataOf, field, layoutOf, manifestOf, rowsOf, sourceOf } from "./testing/fixtures.ts";
import { assertNoOverlap, textsOf } from "./testing/printed_texts.ts";

describe("lists over pages", () => {
  it("number their items on, from the top to the bottom of each page, and push what is below", async () => {
    const list = { name: "rows", type: "list", listStyle: "ordered", height: 20 };
    const layout = layoutOf(
      field(list),
      field({ name: "End", content: "The end", position: { x: 20, y: 50 } }),
    );
    const count = 120;
    const design = { layout, manifest: manifestOf(), data: dataOf({}, rowsOf(count)) };
    const template = await compileLayout(sourceOf(design));
    const { bytes, pageCount } = await renderDocument(template, design.data, new Map());
    assert.strictEqual(pageCount, 3);
    const texts = await textsOf(bytes);
    assertNoOverlap(texts);
    const numbers = texts.filter(({ text }) => /^\d+\.$/.test(text.trim()));
    assert.deepStrictEqual(
      numbers.map(({ text }) => Number.parseInt(text, 10)),
      Array.from({ length: count }, (_, index) => index + 1),
    );
    const pages = [1, 2, 3].map((page) => numbers.filter((each) => each.page === page));
    for (const [index, page] of pages.entries()) {
      // The padding of the pages is 20 mm.
      const [top, bottom] = [page[0]?.y ?? 0, page.at(-1)?.y ?? 0].map((y) => (y / 72) * 25.4);
      assert.closeTo(297 - (top ?? 0), 24, 2);
      if (index < 2) assert.closeTo(bottom ?? 0, 23, 5);
    }
    const end = texts.at(-1);
    assert.strictEqual(end?.text, "The end");
    assert.strictEqual(end?.page, 3);
    assert.isBelow(end?.y ?? Infinity, numbers.at(-1)?.y ?? 0);
  });
});
