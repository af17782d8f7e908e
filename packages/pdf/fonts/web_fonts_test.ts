import { assert, describe, it } from "@effect/vitest";

import { faceFor } from "./faces.ts";
import { readFont } from "./font_file.ts";
import { fontSubsets } from "./web_fonts.ts";

const subsetsOf = (characters: string) =>
  fontSubsets(characters).map(({ font, characters: has, data }) => ({
    font,
    has,
    data,
    file: readFont(Buffer.from(data)),
  }));

const codePointOf = (character: string) => character.codePointAt(0) ?? 0;

/** The bounding box of a glyph, which hinting does not change. */
const boxOf = (outline: Buffer) => outline.toString("hex", 2, 10);

describe("fontSubsets()", () => {
  it.each(["山田太郎", "刘德华劉德華", "さくらサクラ", "김철수", "𠮷野家", "ბიძინა"])(
    "has the glyphs of the signed document for %s and a space, in a few kilobytes",
    (name) => {
      const [subset, ...others] = subsetsOf(name);
      assert(subset !== undefined);
      assert.deepStrictEqual(others, []);
      const sortedCharacters = [...new Set(` ${name}`)].toSorted(
        (one, other) => codePointOf(one) - codePointOf(other),
      );
      assert.strictEqual(subset.has, sortedCharacters.join(""));
      assert.isBelow(subset.data.length, 12_000);
      for (const character of name) {
        const { font } = faceFor("Handwriting", codePointOf(character));
        const [own, original] = [subset.file, font].map((file) => {
          const glyph = file.glyphOf(codePointOf(character));
          return [file.advanceOf(glyph), boxOf(file.outlineOf(glyph))];
        });
        assert.deepStrictEqual(own, original);
      }
    },
  );

  it("has one subset for each font", () => {
    const subsets = subsetsOf("金김さ철");
    assert.deepStrictEqual(
      subsets.map(({ font, has }) => [font, has]),
      [
        ["ChocolateClassicalSans-Regular", " さ金"],
        ["GowunDodum-Regular", " 김철"],
      ],
    );
  });

  it("has the replacements of the signed document for characters that no font has", () => {
    const [dots, boxes] = ["・", "ཀ"].map((character) => {
      const [subset] = subsetsOf(character);
      assert(subset !== undefined);
      const glyph = subset.file.glyphOf(codePointOf(character));
      return boxOf(subset.file.outlineOf(glyph));
    });
    for (const [box, substitute] of [
      [dots, 0xff65],
      [boxes, 0xfffd],
    ] as const) {
      const { font } = faceFor("Handwriting", substitute);
      assert.strictEqual(box, boxOf(font.outlineOf(font.glyphOf(substitute))));
    }
  });

  it("has no invisible glyph", () => {
    assert.deepStrictEqual(fontSubsets(" \t\u3000\u{e0100}\u200b"), []);
  });

  it("is a complete font file with correct checksums and the licence of its font", () => {
    const [subset] = subsetsOf("山");
    const file = Buffer.from(subset?.data ?? []);
    let checksum = 0;
    for (let index = 0; index < file.length; index += 4)
      checksum = (checksum + file.readUInt32BE(index)) >>> 0;
    assert.strictEqual(checksum, 0xb1b0afba);
    assert.include(
      subset?.file.tables.get("name")?.swap16().toString("utf16le"),
      "SIL Open Font License",
    );
  });
});
