import { assert, describe, it } from "@effect/vitest";

import { shape } from "../text/shaping.ts";
import { fontChain, leadFace } from "./font_chain.ts";
import { STANDARD_FEATURES } from "./font_features.ts";
import { readFont } from "./opentype/font_file.ts";
import { PlainShaper } from "./opentype/plain_shaper.ts";
import { subsetFont } from "./subset_font.ts";
import { UsedFace } from "./used_face.ts";

/** Reads a subset with the character map of the original font, since the subset has none. */
const readSubset = (program: Buffer, cmap: Buffer) => {
  const count = program.readUInt16BE(4);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = 12 + index * 16;
    const start = program.readUInt32BE(entry + 8);
    const name = program.toString("latin1", entry, entry + 4);
    return [name, program.subarray(start, start + program.readUInt32BE(entry + 12))] as const;
  });
  const all = [...tables, ["cmap", cmap] as const];
  const directory = Buffer.alloc(12 + 16 * all.length);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(all.length, 4);
  let offset = directory.length;
  all.forEach(([name, table], index) => {
    directory.write(name, 12 + index * 16, "latin1");
    directory.writeUInt32BE(offset, 20 + index * 16);
    directory.writeUInt32BE(table.length, 24 + index * 16);
    offset += table.length;
  });
  return readFont(Buffer.concat([directory, ...all.map(([, table]) => table)]));
};

describe("subsetFont()", () => {
  const face = leadFace("Roboto");
  const cmap = face.font.tables.get("cmap") ?? Buffer.alloc(0);

  /** The part of a face that shows a text. */
  const shown = (text: string) => {
    const usedFace = new UsedFace(face, "F1");
    usedFace.plain(text, new PlainShaper(face, STANDARD_FEATURES), 0);
    return usedFace;
  };

  it("numbers the glyphs in the order of first use, and their components behind them", () => {
    const { glyphs } = shown("bañab");
    const used = [0, ...[0x62, 0x61, 0xf1].map(face.font.glyphOf)];
    assert.deepStrictEqual(glyphs, used);
    const subset = readSubset(subsetFont(face.font, glyphs), cmap);
    used.forEach((glyph, number) => {
      assert.isAbove(subset.outlineOf(number).length, 10);
      assert.strictEqual(subset.advanceOf(number), face.font.advanceOf(glyph));
    });
    const tilde = subset.outlineOf(3);
    assert.strictEqual(tilde.readInt16BE(0), -1);
    const first = tilde.readUInt16BE(12);
    assert.isAbove(first, 3);
    const n = readSubset(subsetFont(face.font, [0, face.font.glyphOf(0x6e)]), cmap).outlineOf(1);
    assert.deepStrictEqual(subset.outlineOf(first), n);
  });

  it("refers to a component that text uses too by the same number", () => {
    const { glyphs } = shown("nñ");
    const subset = readSubset(subsetFont(face.font, glyphs), cmap);
    assert.strictEqual(subset.outlineOf(2).readUInt16BE(12), 1);
  });

  it("has long offsets only if the outlines need them", () => {
    const { font } = face;
    const formatOf = (count: number) => {
      const glyphs = Array.from({ length: count }, (_, number) => number % font.glyphCount);
      const subset = readSubset(subsetFont(font, glyphs), cmap);
      glyphs.forEach((glyph, number) => {
        const [own, original] = [subset.outlineOf(number), font.outlineOf(glyph)];
        assert.deepStrictEqual(own.subarray(0, 10), original.subarray(0, 10));
      });
      return subset.tables.get("head")?.readInt16BE(50);
    };
    assert.deepStrictEqual([formatOf(200), formatOf(2 * font.glyphCount)], [0, 1]);
  });

  it("is a fraction of the font and deterministic", () => {
    const program = (text: string) => subsetFont(face.font, shown(text).glyphs);
    assert.isBelow(program("Invoice 42").length, face.font.bytes.length / 50);
    assert.deepStrictEqual(program("abc"), program("abcab"));
  });

  it("composes one glyph from a letter and its marks", () => {
    const hebrew = fontChain("Roboto").faceFor(0x5d1);
    const run = shape(hebrew, "בְּ", true);
    assert.strictEqual(run.kind, "shaped");
    if (run.kind !== "shaped") return;
    const usedFace = new UsedFace(hebrew, "F1");
    for (const cluster of run.clusters) usedFace.cluster(cluster);
    const [, composed] = usedFace.glyphs;
    assert.isObject(composed);
    if (typeof composed !== "object") return;
    const program = subsetFont(hebrew.font, usedFace.glyphs);
    const subset = readSubset(program, hebrew.font.tables.get("cmap") ?? Buffer.alloc(0));
    assert.isAbove(composed.parts.length, 1);
    assert.strictEqual(subset.outlineOf(1).readInt16BE(0), -1);
    assert.strictEqual(subset.advanceOf(1), composed.advance);
  });
});
