import { PDFArray, type PDFDict, PDFStream } from "pdf-lib";

import { contentBytes } from "../read/content_stream.ts";
import { dictEntry, entry, itemsOf, numberOf } from "../read/pdf_objects.ts";

/** The most that a width may differ from that of its glyph, in thousandths of the font size. */
const TOLERANCE = 1;

/**
 * Whether the widths of a composite font with TrueType outlines (CIDFontType2) are those of its glyphs. Glyphs
 * without an outline are not compared: subsets lack what the document does not show. A font that cannot be read
 * is not compared either.
 */
export function hasWidthsOfGlyphs(font: PDFDict): boolean {
  const file = entry(dictEntry(font, "FontDescriptor"), "FontFile2");
  const bytes = file instanceof PDFStream ? contentBytes(file) : undefined;
  const widthOf = bytes && readWidths(bytes);
  if (widthOf === undefined) return true;
  const glyphOf = glyphLookup(font);
  let count = 0;
  for (const [cid, width] of declaredWidths(font)) {
    if ((count += 1) > MAX_WIDTHS) break;
    const own = width === 0 || !isGlyph(cid) ? undefined : widthOf(glyphOf(cid));
    if (own !== undefined && Math.abs(own - width) > TOLERANCE) return false;
  }
  return true;
}

/** No font needs more; ranges can have any number of them. */
const MAX_WIDTHS = 200_000;

/** The highest number of a glyph. */
const MAX_GLYPH = 0xffff;

function isGlyph(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number <= MAX_GLYPH;
}

/** The widths of the entry `W`, by CID: lists of widths, and ranges with one width. */
function* declaredWidths(font: PDFDict): Generator<readonly [cid: number, width: number]> {
  const items = itemsOf(font, "W");
  for (let index = 0; index + 1 < items.length;) {
    const first = numberOf(items[index]) ?? 0;
    const next = items[index + 1];
    if (next instanceof PDFArray) {
      for (let offset = 0; offset < next.size(); offset++)
        yield [first + offset, numberOf(next.lookup(offset)) ?? 0];
      index += 2;
      continue;
    }
    const last = Math.min(numberOf(next) ?? 0, MAX_GLYPH);
    const width = numberOf(items[index + 2]) ?? 0;
    for (let cid = first; cid <= last; cid++) yield [cid, width];
    index += 3;
  }
}

function glyphLookup(font: PDFDict): (cid: number) => number {
  const map = entry(font, "CIDToGIDMap");
  const bytes = map instanceof PDFStream ? Buffer.from(contentBytes(map) ?? []) : undefined;
  if (bytes === undefined) return (cid) => cid;
  return (cid) => (2 * cid + 1 < bytes.length ? bytes.readUInt16BE(2 * cid) : 0);
}

/** Reads the widths of the glyphs with an outline; undefined for a damaged font. */
function readWidths(bytes: Uint8Array): ((glyph: number) => number | undefined) | undefined {
  const file = Buffer.from(bytes);
  try {
    const tables = tablesOf(file);
    const [head, hhea, hmtx, loca] = ["head", "hhea", "hmtx", "loca"].map((tag) => tables.get(tag));
    if (head === undefined || hhea === undefined || hmtx === undefined || loca === undefined)
      return undefined;
    const unitsPerEm = head.readUInt16BE(18);
    const isLong = head.readInt16BE(50) === 1;
    const lastWidth = hhea.readUInt16BE(34) - 1;
    if (unitsPerEm === 0 || lastWidth < 0) return undefined;
    const offsetOf = (glyph: number) =>
      isLong ? loca.readUInt32BE(4 * glyph) : loca.readUInt16BE(2 * glyph);
    const count = Math.floor(loca.length / (isLong ? 4 : 2)) - 1;
    return (glyph) => {
      if (glyph >= count || offsetOf(glyph) === offsetOf(glyph + 1)) return undefined;
      const offset = 4 * Math.min(glyph, lastWidth);
      if (offset + 2 > hmtx.length) return undefined;
      return (hmtx.readUInt16BE(offset) * 1000) / unitsPerEm;
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The tables of a TrueType font. */
function tablesOf(file: Buffer): ReadonlyMap<string, Buffer> {
  const tables = new Map<string, Buffer>();
  const count = file.readUInt16BE(4);
  for (let index = 0; index < count; index++) {
    const record = 12 + 16 * index;
    const start = file.readUInt32BE(record + 8);
    const tag = file.toString("latin1", record, record + 4);
    tables.set(tag, file.subarray(start, start + file.readUInt32BE(record + 12)));
  }
  return tables;
}
