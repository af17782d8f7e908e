import { PDFArray, PDFDict, PDFName, PDFStream } from "pdf-lib";

import { contentBytes } from "../../read/content_stream.ts";
import { dictEntry, entry, itemsOf, nameEntry, nameOf, numberOf } from "../../read/pdf_objects.ts";
import { cffWidths } from "./cff_widths.ts";
import { CODE_POINTS, ENCODINGS, type GlyphNames } from "./glyph_names.ts";
import type { NamedWidths } from "./named_widths.ts";
import { tablesOf, trueTypeWidths } from "./true_type_widths.ts";
import { type1Widths } from "./type1_widths.ts";

/** The most that a width may differ from that of its glyph, in thousandths of the font size. */
const TOLERANCE = 1;

/**
 * Whether the widths of a font are those of its glyphs. Glyphs that the font does not have are not compared: subsets
 * lack what the document does not show. A font that cannot be read is not compared either.
 */
export function hasWidthsOfGlyphs(font: PDFDict): boolean {
  const isComposite = nameEntry(font, "Subtype")?.startsWith("CIDFont") === true;
  try {
    const widthOf = isComposite ? widthsByCid(font) : widthsByCode(font);
    if (widthOf === undefined) return true;
    let count = 0;
    for (const [code, width] of isComposite ? widthsOfCids(font) : widthsOfCodes(font)) {
      if ((count += 1) > MAX_WIDTHS) break;
      const own = width === 0 || !isGlyph(code) ? undefined : widthOf(code);
      if (own !== undefined && Math.abs(own - width) > TOLERANCE) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** The width of a glyph by its CID or code, undefined for one that is not compared. */
type WidthOf = (code: number) => number | undefined;

/** No font needs more; ranges can have any number of them. */
const MAX_WIDTHS = 200_000;

/** The highest number of a glyph. */
const MAX_GLYPH = 0xffff;

function isGlyph(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number <= MAX_GLYPH;
}

/** The widths of the entry `W`, by CID: lists of widths, and ranges with one width. */
function* widthsOfCids(font: PDFDict): Generator<readonly [cid: number, width: number]> {
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

/** The widths of the entry `Widths`, by code. */
function* widthsOfCodes(font: PDFDict): Generator<readonly [code: number, width: number]> {
  const first = numberOf(entry(font, "FirstChar")) ?? 0;
  for (const [index, width] of itemsOf(font, "Widths").entries())
    yield [first + index, numberOf(width) ?? 0];
}

function fileOf(font: PDFDict, key: string): Buffer | undefined {
  const file = entry(dictEntry(font, "FontDescriptor"), key);
  const bytes = file instanceof PDFStream ? contentBytes(file) : undefined;
  return bytes === undefined ? undefined : Buffer.from(bytes);
}

/** The CFF font of a file, which can be in an OpenType font. */
function cffFile(font: PDFDict): Buffer | undefined {
  const file = fileOf(font, "FontFile3");
  return file?.toString("latin1", 0, 4) === "OTTO" ? tablesOf(file).get("CFF ") : file;
}

function widthsByCid(font: PDFDict): WidthOf | undefined {
  if (nameEntry(font, "Subtype") === "CIDFontType0") {
    const file = cffFile(font);
    return file === undefined ? undefined : cffWidths(file).widthOfCid;
  }
  const file = fileOf(font, "FontFile2");
  const widths = file && trueTypeWidths(file);
  if (widths === undefined) return undefined;
  const glyphOf = glyphLookup(font);
  return (cid) => widths.widthOf(glyphOf(cid));
}

function glyphLookup(font: PDFDict): (cid: number) => number {
  const map = entry(font, "CIDToGIDMap");
  const bytes = map instanceof PDFStream ? Buffer.from(contentBytes(map) ?? []) : undefined;
  if (bytes === undefined) return (cid) => cid;
  return (cid) => (2 * cid + 1 < bytes.length ? bytes.readUInt16BE(2 * cid) : 0);
}

function widthsByCode(font: PDFDict): WidthOf | undefined {
  if (nameEntry(font, "Subtype") === "TrueType") return widthsOfTrueType(font);
  const widths = namedWidths(font);
  if (widths === undefined) return undefined;
  const names = namesOf(font, widths.encoding);
  return (code) => {
    const name = names[code];
    return name === undefined || name === ".notdef" ? undefined : widths.widthOf(name);
  };
}

function namedWidths(font: PDFDict): NamedWidths | undefined {
  const cff = cffFile(font);
  if (cff !== undefined) return cffWidths(cff);
  const type1 = fileOf(font, "FontFile");
  return type1 && type1Widths(type1);
}

/** Whether the characters of a font are those of its file, and not of a standard encoding. */
export function isSymbolic(font: PDFDict): boolean {
  const flags = numberOf(entry(dictEntry(font, "FontDescriptor"), "Flags")) ?? 0;
  return (flags & 0b100) !== 0;
}

const STANDARD_ENCODING = ENCODINGS["StandardEncoding"] ?? [];

/** ISO 32000-1, 9.6.6.4. */
function widthsOfTrueType(font: PDFDict): WidthOf | undefined {
  const file = fileOf(font, "FontFile2");
  const widths = file && trueTypeWidths(file);
  if (widths === undefined) return undefined;
  const { glyphOf } = widths;
  if (isSymbolic(font))
    return (code) => {
      const symbol = glyphOf(3, 0, code) || glyphOf(3, 0, 0xf000 + code) || glyphOf(1, 0, code);
      return symbol === 0 ? undefined : widths.widthOf(symbol);
    };
  const names = namesOf(font, STANDARD_ENCODING);
  const macCodes = new Map(ENCODINGS["MacRomanEncoding"]?.map((name, code) => [name, code]));
  return (code) => {
    const name = names[code];
    const codePoint = name === undefined ? undefined : CODE_POINTS.get(name);
    if (codePoint === undefined) return undefined;
    const macCode = macCodes.get(name);
    const glyph = glyphOf(3, 1, codePoint) || (macCode === undefined ? 0 : glyphOf(1, 0, macCode));
    return glyph === 0 ? undefined : widths.widthOf(glyph);
  };
}

/** The names of the glyphs of a simple font by code, as far as they are known. */
export function glyphNames(font: PDFDict): GlyphNames {
  const subtype = nameEntry(font, "Subtype");
  if (subtype === "Type3") return namesOf(font, []);
  if (subtype === "TrueType") return isSymbolic(font) ? [] : namesOf(font, STANDARD_ENCODING);
  try {
    return namesOf(font, namedWidths(font)?.encoding ?? STANDARD_ENCODING);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function namesOf(font: PDFDict, own: GlyphNames): GlyphNames {
  const encoding = entry(font, "Encoding");
  const dict = encoding instanceof PDFDict ? encoding : undefined;
  const base = nameOf(encoding) ?? nameEntry(dict, "BaseEncoding");
  const names = [...(base === undefined ? own : (ENCODINGS[base] ?? []))];
  let code = 0;
  for (const item of itemsOf(dict, "Differences")) {
    if (item instanceof PDFName) names[code++] = nameOf(item);
    else code = numberOf(item) ?? 0;
  }
  return names;
}
