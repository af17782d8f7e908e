import { assert, describe, it } from "@effect/vitest";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import {
  dataOf,
  type Design,
  designOf,
  field,
  layoutOf,
  manifestOf,
  readPages,
  sourceOf,
} from "./testing/fixtures.ts";

const draw = async (design: Design) =>
  renderDocument(await compileLayout(sourceOf(design)), design.data, new Map());

describe("embedded fonts", () => {
  it("print many different characters of a font, in any order, so that text extraction returns them", async () => {
    const characters = [
      [0x21, 0x7e],
      [0xc0, 0x17f],
      [0x391, 0x3a1],
      [0x3b1, 0x3c9],
      [0x410, 0x44f],
      [0x1ea0, 0x1ef9],
    ].flatMap(([first = 0, last = 0]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    );
    for (const ordered of [characters, characters.toReversed()]) {
      const text = ordered.join(" ").normalize("NFC");
      const { bytes, warnings } = await draw({
        layout: layoutOf(field({ name: "a", readOnly: true, content: text, overflow: "expand" })),
        manifest: manifestOf(),
        data: dataOf({}),
      });
      assert.lengthOf(warnings, 0);
      const read = (await readPages(bytes)).join("").normalize("NFC");
      assert.deepStrictEqual(read.split(/\s+/u), text.split(" "));
    }
  });

  it("have only the glyphs that a document shows, with short tables", async () => {
    const { bytes } = await draw(designOf("Žluťoučký kůň"));
    const [, length] = /\/Length1 (\d+)/.exec(Buffer.from(bytes).toString("latin1")) ?? [];
    // Some 90 bytes for each glyph and component.
    assert.isBelow(Number(length), 2_500);
  });
});
