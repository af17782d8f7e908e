import type { PdfFile, Ref } from "../write/pdf_file.ts";
import type { Face } from "./faces.ts";
import { fontFile, subsetTables } from "./subset_font.ts";

/** The characters of WinAnsiEncoding from 0x7f (ISO 32000-2, annex D); a bullet for codes without one. */
const HIGH = "•€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ";
const [FIRST, LAST] = [0x20, 0xff];

/** The code point of each code. */
const CODE_POINTS: ReadonlyArray<number> = Array.from({ length: LAST - FIRST + 1 }, (_, index) => {
  const code = FIRST + index;
  return HIGH.codePointAt(code - 0x7f) ?? code;
});

/**
 * Writes a font with which PDF readers show what people enter in forms: the western characters of a face in one
 * byte each. Readers cannot encode text in the composite fonts of pages.
 *
 * @param face A face with TrueType outlines.
 */
export function addEditingFont(file: PdfFile, { font, name, width, scale }: Face): Ref {
  const glyphs = new Map<number, number>();
  for (const codePoint of CODE_POINTS) {
    const glyph = font.glyphOf(codePoint);
    if (glyph !== 0) glyphs.set(codePoint, glyph);
  }
  const subset = [0, ...new Set(glyphs.values())];
  const numbers = new Map(subset.map((glyph, number) => [glyph, number]));
  const map = new Map(
    [...glyphs].map(([codePoint, glyph]) => [codePoint, numbers.get(glyph) ?? 0]),
  );
  const program = fontFile([["cmap", characterMap(map)], ...subsetTables(font, subset)]);
  const fontName = `FORMED+${name}`;
  const units = (value: number) => Math.round(value * scale);
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName/${fontName}/Flags 32/FontBBox[${font.box.map(units).join(" ")}]` +
      `/ItalicAngle ${Math.round(font.italicAngle)}/Ascent ${units(font.ascent)}` +
      `/Descent ${units(font.descent)}/CapHeight ${units(font.capHeight)}/StemV 80` +
      `/FontFile2 ${file.addDeflated(`/Length1 ${program.length}`, program)}>>`,
  );
  const widths = CODE_POINTS.map((codePoint) => {
    const glyph = glyphs.get(codePoint) ?? 0;
    return Math.round(width(glyph) * 100) / 100;
  });
  return file.add(
    `<</Type/Font/Subtype/TrueType/BaseFont/${fontName}/Encoding/WinAnsiEncoding` +
      `/FirstChar ${FIRST}/LastChar ${LAST}/Widths[${widths.join(" ")}]/FontDescriptor ${descriptor}>>`,
  );
}

/** A `cmap` in format 4 for Windows, with a segment for each code point. */
function characterMap(glyphs: ReadonlyMap<number, number>): Buffer {
  const segments = [...glyphs].toSorted(([one], [other]) => one - other);
  const count = segments.length + 1;
  const length = 16 + 8 * count;
  const table = Buffer.alloc(12 + length);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(1, 6);
  table.writeUInt32BE(12, 8);
  const map = table.subarray(12);
  const power = Math.floor(Math.log2(count));
  map.writeUInt16BE(4, 0);
  map.writeUInt16BE(length, 2);
  map.writeUInt16BE(count * 2, 6);
  map.writeUInt16BE(2 ** (power + 1), 8);
  map.writeUInt16BE(power, 10);
  map.writeUInt16BE(count * 2 - 2 ** (power + 1), 12);
  [...segments, [0xffff, 0] as const].forEach(([codePoint, glyph], index) => {
    map.writeUInt16BE(codePoint, 14 + 2 * index);
    map.writeUInt16BE(codePoint, 16 + 2 * (count + index));
    map.writeUInt16BE((glyph - codePoint) & 0xffff, 16 + 2 * (2 * count + index));
  });
  return table;
}
