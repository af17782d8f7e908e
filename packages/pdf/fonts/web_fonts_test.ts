import { assert, describe, it } from "@effect/vitest";

import { cjkFormOf } from "./bundled/cjk.ts";
import { fontChain } from "./font_chain.ts";
import { readFont } from "./opentype/font_file.ts";
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
        const chain = fontChain("Handwriting", cjkFormOf(name, "und"));
        const { font } = chain.faceFor(codePointOf(character));
        const [own, original] = [subset.file, font].map((file) => {
          const glyph = file.glyphOf(codePointOf(character));
          return [file.advanceOf(glyph), boxOf(file.outlineOf(glyph))];
        });
        assert.deepStrictEqual(own, original);
      }
    },
  );

  it("has one subset for each font", () => {
    const subsets = subsetsOf("金ا김さ");
    assert.deepStrictEqual(
      subsets.map(({ font, has }) => [font, has]),
      [
        ["NotoSansJP-Regular", " さ金"],
        ["Vazirmatn-Regular", " ا"],
        ["NotoSansKR-Regular", " 김"],
      ],
    );
  });

  it("has the replacement of the signed document for a character that no font has", () => {
    const [subset] = subsetsOf("ཀ");
    assert(subset !== undefined);
    const box = boxOf(subset.file.outlineOf(subset.file.glyphOf(codePointOf("ཀ"))));
    const { font } = fontChain("Handwriting").faceFor(0xfffd);
    assert.strictEqual(box, boxOf(font.outlineOf(font.glyphOf(0xfffd))));
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
