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

  it("keeps the numbers of the glyphs in use and their components", () => {
    const usedFace = new UsedFace(face, "F1");
    usedFace.plain("Añb", new PlainShaper(face, STANDARD_FEATURES), 0);
    const subset = readSubset(
      subsetFont(face.font, usedFace.usedGlyphs, usedFace.composedGlyphs),
      cmap,
    );
    const [a, b, tilde] = [0x41, 0x62, 0xf1].map(face.font.glyphOf);
    for (const glyph of [a, b, tilde]) {
      assert.isAbove(subset.outlineOf(glyph ?? 0).length, 10);
      assert.strictEqual(subset.advanceOf(glyph ?? 0), face.font.advanceOf(glyph ?? 0));
    }
    const n = face.font.glyphOf(0x6e);
    const partOfTilde = face.font.outlineOf(tilde ?? 0).readInt16BE(0) < 0;
    assert.strictEqual(subset.outlineOf(n).length > 0, partOfTilde);
    assert.lengthOf(subset.outlineOf(face.font.glyphOf(0x42)), 0);
  });

  it("is a fraction of the font and deterministic", () => {
    const program = (text: string) => {
      const usedFace = new UsedFace(face, "F1");
      usedFace.plain(text, new PlainShaper(face, STANDARD_FEATURES), 0);
      return subsetFont(face.font, usedFace.usedGlyphs, usedFace.composedGlyphs);
    };
    assert.isBelow(program("Invoice 42").length, face.font.bytes.length / 10);
    assert.deepStrictEqual(program("abc"), program("cba"));
  });

  it("composes one glyph from a letter and its marks", () => {
    const hebrew = fontChain("Roboto").faceFor(0x5d1);
    const run = shape(hebrew, "בְּ", true);
    assert.strictEqual(run.kind, "shaped");
    if (run.kind !== "shaped") return;
    const usedFace = new UsedFace(hebrew, "F1");
    for (const cluster of run.clusters) usedFace.cluster(cluster);
    const [composedGlyph] = usedFace.composedGlyphs;
    const program = subsetFont(hebrew.font, usedFace.usedGlyphs, usedFace.composedGlyphs);
    const subset = readSubset(program, hebrew.font.tables.get("cmap") ?? Buffer.alloc(0));
    assert.isAbove(composedGlyph?.parts.length ?? 0, 1);
    assert.strictEqual(subset.outlineOf(composedGlyph?.glyph ?? 0).readInt16BE(0), -1);
    assert.strictEqual(subset.advanceOf(composedGlyph?.glyph ?? 0), composedGlyph?.advance);
  });
});
