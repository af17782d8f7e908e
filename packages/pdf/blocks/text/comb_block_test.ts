import { assert, describe, it } from "@effect/vitest";

import { compileLayout } from "../../compile/compile_layout.ts";
import { renderDocument } from "../../render_document.ts";
import { dataOf, field, layoutOf, manifestOf } from "../../testing/fixtures.ts";
import { textsOf } from "../../testing/printed_texts.ts";

const frame = { borderColor: "#000000", borderWidth: { top: 1, right: 1, bottom: 1, left: 1 } };

const draw = async (settings: object, text: string) => {
  const layout = layoutOf(field({ width: 100, numCells: 10, ...settings }));
  const template = await compileLayout({ layout, manifest: manifestOf(), title: "Title" });
  return await renderDocument(template, dataOf({ text }), new Map());
};

/** The middle of each character, in millimetres from the left of the field. */
const middlesOf = async (bytes: Uint8Array) =>
  (await textsOf(bytes)).map(({ x, width }) => ((x + width / 2) * 25.4) / 72 - 20);

describe("combBlock()", () => {
  it.each([
    [{}, 5],
    [{ alignment: "center" }, 35],
    [{ alignment: "right" }, 75],
    [frame, 5],
  ] as const)(
    "centres the characters of a text with %j in their cells",
    async (settings, first) => {
      const { bytes, warnings } = await draw({ ...settings, fontName: "SourceCode" }, "AB7");
      const middles = await middlesOf(bytes);
      assert.deepEqual(
        middles.map((middle) => Math.round(middle)),
        [first, first + 10, first + 20],
      );
      assert.deepEqual(warnings, []);
    },
  );

  it("keeps letters with their marks together, and their text as one word", async () => {
    const { bytes } = await draw({}, "e\u0301a\u0308x");
    const texts = (await textsOf(bytes)).map(({ text }) => text);
    assert.deepEqual(texts, ["é", "ä", "x"]);
  });

  it("warns about characters without a cell", async () => {
    const { bytes, warnings } = await draw({}, "123456789012");
    assert.lengthOf(await textsOf(bytes), 10);
    assert.deepEqual(warnings, [
      {
        path: "layout.schemas.0.0",
        message: 'The text of "text" has 12 characters, but only 10 cells',
      },
    ]);
  });

  it("makes cells of form fields", async () => {
    const settings = { ...frame, fillable: true, numCells: 10 };
    const { bytes } = await draw(settings, "123");
    const file = Buffer.from(bytes).toString("latin1");
    assert.include(file, "/MaxLen 10");
    assert.include(file, `/Ff ${1 << 24}`);
  });
});
