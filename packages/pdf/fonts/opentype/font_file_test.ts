import { readFileSync } from "node:fs";

import { assert, describe, it } from "@effect/vitest";

import { withTable } from "../../testing/font_files.ts";
import { FONT_FILES, fontPath } from "../bundled/font_files.ts";
import { readFont, UnreadableFont } from "./font_file.ts";

const bytesOf = (name: keyof typeof FONT_FILES) => readFileSync(fontPath(name));

describe("readFont()", () => {
  it("reads names, measures and characters", () => {
    const font = readFont(bytesOf("Roboto-Regular"));
    assert.strictEqual(font.postscriptName, "Roboto-Regular");
    assert.strictEqual(font.unitsPerEm, 2048);
    assert.isAbove(font.ascent, 1500);
    assert.isBelow(font.descent, 0);
    const [a, space] = [font.glyphOf(0x41), font.glyphOf(0x20)];
    assert.strictEqual(font.codePointOf(a), 0x41);
    assert.strictEqual(font.codePointOf(space), 0x20);
    assert.isAbove(font.advanceOf(a), font.advanceOf(font.glyphOf(0x69)));
    assert.isAbove(font.outlineOf(a).length, 10);
    assert.lengthOf(font.outlineOf(space), 0);
    assert.strictEqual(font.glyphOf(0x4e00), 0);
  });

  it.each(Object.keys(FONT_FILES))("reads %s", (name) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are its names
    const font = readFont(bytesOf(name as keyof typeof FONT_FILES));
    for (const glyph of [0, 1, font.glyphCount - 1])
      assert.isAtLeast(font.outlineOf(glyph).length, 0);
  });

  it("reads characters beyond the first plane", () => {
    assert.isAbove(readFont(bytesOf("RareHan")).glyphOf(0x2000b), 0);
  });

  it("has no glyph for a character that is mapped to a missing one", () => {
    const whole = bytesOf("Thai");
    const cut = withTable(whole, "maxp", (table) => {
      table.writeUInt16BE(20, 4);
      return table;
    });
    const [font, part] = [readFont(whole), readFont(cut)];
    const missing = Array.from({ length: 0xe5b }, (_, codePoint) => codePoint).filter(
      (codePoint) => font.glyphOf(codePoint) >= 20,
    );
    assert.isAbove(missing.length, 50);
    for (const codePoint of missing) assert.strictEqual(part.glyphOf(codePoint), 0);
  });

  it("reports why a file is not a font, and a truncated font", () => {
    const font = bytesOf("Thai");
    assert.throws(
      () => readFont(Buffer.from("wOF2 and more")),
      UnreadableFont,
      /not a TrueType or OpenType font/,
    );
    assert.throws(() => readFont(Buffer.alloc(0)), UnreadableFont, /cut short/);
    assert.throws(() => readFont(font.subarray(0, 2_000)), UnreadableFont, /cut short/);
  });
});
