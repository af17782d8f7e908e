import type { FontSubset, SignatureFace } from "@paraph/core/builtin_provider";

import { isInvisible } from "../text/clean_text.ts";
import { cjkFormOf } from "./bundled/cjk.ts";
import { type Face, REPLACEMENT_CHARACTER } from "./faces.ts";
import { type FontChain, fontChain, SIGNATURE_CHAINS } from "./font_chain.ts";
import { type FontFile, UnreadableFont } from "./opentype/font_file.ts";
import { fontFile, type NamedTable, subsetTables } from "./subset_font.ts";

const SPACE = 0x20;

/**
 * Returns subsets of the fonts of typed signatures for some characters. Each includes a space if its font has
 * one, because a space uses the font of the preceding character.
 */
export function fontSubsets(
  characters: string,
  face: SignatureFace = "caveat",
): ReadonlyArray<FontSubset> {
  const chain = fontChain(SIGNATURE_CHAINS[face], cjkFormOf(characters, ANY_LANGUAGE));
  const faces = new Map<Face, Map<number, number>>();
  for (const character of characters) {
    if (isInvisible(character) || /\s/u.test(character)) continue;
    const { face, glyph } = glyphFor(character, chain);
    const glyphs = faces.get(face) ?? new Map<number, number>();
    faces.set(face, glyphs.set(character.codePointAt(0) ?? 0, glyph));
  }
  return [...faces].map(([{ name, font }, glyphs]) => {
    const space = font.glyphOf(SPACE);
    if (space !== 0) glyphs.set(SPACE, space);
    const codePoints = [...glyphs.keys()].toSorted((one, other) => one - other);
    return {
      font: name,
      characters: String.fromCodePoint(...codePoints),
      data: webFont(font, glyphs),
    };
  });
}

/** The language of names is unknown. */
const ANY_LANGUAGE = "und";

function glyphFor(
  character: string,
  chain: FontChain,
): { readonly face: Face; readonly glyph: number } {
  const codePoint = character.codePointAt(0) ?? 0;
  const face = chain.find(codePoint);
  return face === undefined
    ? glyphFor(REPLACEMENT_CHARACTER, chain)
    : { face, glyph: face.font.glyphOf(codePoint) };
}

/**
 * Returns a font file for browsers with some glyphs of a font. Without hinting, kerning and ligatures,
 * because the signed document has none for these characters.
 *
 * @param glyphs The glyph of each code point.
 */
export function webFont(font: FontFile, glyphs: ReadonlyMap<number, number>): Buffer {
  const subset = [0, ...new Set(glyphs.values())];
  const numbers = new Map(subset.map((glyph, number) => [glyph, number]));
  const all: ReadonlyArray<NamedTable> = [
    ...subsetTables(font, subset),
    ["OS/2", tableOf(font, "OS/2")],
    ["cmap", characterMap(glyphs, numbers)],
    ["name", names(tableOf(font, "name"))],
    ["post", withoutGlyphNames(tableOf(font, "post"))],
  ];
  // Capitals come before small letters, as in ASCII.
  return withChecksums(fontFile(all.toSorted(([one], [other]) => (one < other ? -1 : 1))));
}

function tableOf(font: FontFile, name: string): Buffer {
  const table = font.tables.get(name);
  if (table === undefined) throw new UnreadableFont(`The font has no table "${name}"`);
  return table;
}

/** A `cmap` in format 12, which covers all of Unicode, with a segment for each code point. */
function characterMap(
  glyphs: ReadonlyMap<number, number>,
  numbers: ReadonlyMap<number, number>,
): Buffer {
  const segments = [...glyphs].toSorted(([one], [other]) => one - other);
  const table = Buffer.alloc(28 + 12 * segments.length);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(16 + 12 * segments.length, 16);
  table.writeUInt32BE(segments.length, 24);
  segments.forEach(([codePoint, glyph], index) => {
    table.writeUInt32BE(codePoint, 28 + 12 * index);
    table.writeUInt32BE(codePoint, 32 + 12 * index);
    table.writeUInt32BE(numbers.get(glyph) ?? 0, 36 + 12 * index);
  });
  return table;
}

/** The names that fonts and their licences require: copyright, family, style, licence. */
const REQUIRED_NAMES = new Set([0, 1, 2, 4, 6, 13, 14]);

/** English on the Windows platform. */
const [WINDOWS, ENGLISH] = [3, 0x409];

function names(table: Buffer): Buffer {
  const texts = table.readUInt16BE(4);
  const records = Array.from({ length: table.readUInt16BE(2) }, (_, index) => {
    const record = table.subarray(6 + 12 * index, 18 + 12 * index);
    const start = texts + record.readUInt16BE(10);
    return { record, text: table.subarray(start, start + record.readUInt16BE(8)) };
  }).filter(
    ({ record }) =>
      record.readUInt16BE(0) === WINDOWS &&
      record.readUInt16BE(4) === ENGLISH &&
      REQUIRED_NAMES.has(record.readUInt16BE(6)),
  );
  const head = Buffer.alloc(6);
  head.writeUInt16BE(records.length, 2);
  head.writeUInt16BE(6 + 12 * records.length, 4);
  let offset = 0;
  const relocatedRecords = records.map(({ record, text }) => {
    const copy = Buffer.from(record);
    copy.writeUInt16BE(offset, 10);
    offset += text.length;
    return copy;
  });
  return Buffer.concat([head, ...relocatedRecords, ...records.map(({ text }) => text)]);
}

/** The header of a `post` table without glyph names. */
function withoutGlyphNames(table: Buffer): Buffer {
  const head = Buffer.from(table.subarray(0, 32));
  head.writeUInt32BE(0x00030000, 0);
  return head;
}

/** The required checksum of a font file, including its adjustment. */
const FONT_CHECKSUM = 0xb1b0afba;

/** The offset of the adjustment in `head`. */
const ADJUSTMENT = 8;

function withChecksums(file: Buffer): Buffer {
  let headOffset = 0;
  for (let index = 0; index < file.readUInt16BE(4); index++) {
    const entry = 12 + 16 * index;
    const start = file.readUInt32BE(entry + 8);
    if (file.toString("latin1", entry, entry + 4) === "head") headOffset = start;
    const end = start + file.readUInt32BE(entry + 12);
    file.writeUInt32BE(checksum(file.subarray(start, end + (-end & 3))), entry + 4);
  }
  file.writeUInt32BE((FONT_CHECKSUM - checksum(file)) >>> 0, headOffset + ADJUSTMENT);
  return file;
}

/** The sum of all 32-bit words. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 4)
    sum = (sum + bytes.readUInt32BE(index)) >>> 0;
  return sum;
}
