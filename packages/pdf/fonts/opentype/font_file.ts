import type { FontCoordinates } from "@paraph/core/fonts";

/** An unreadable font; the message says why. */
export class UnreadableFont extends Error {}

/** A TrueType or OpenType font, read lazily from its file; lengths are in font units. */
export interface FontFile {
  readonly bytes: Buffer;
  /** The coordinates of an instance of a variable font; absent for the default one. */
  readonly coordinates?: FontCoordinates;
  /** Whether the outlines can be copied from the table `glyf`. All other outlines are drawn. */
  readonly hasTrueTypeOutlines: boolean;
  readonly tables: ReadonlyMap<string, Buffer>;
  readonly postscriptName: string;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly italicAngle: number;
  /** Left, bottom, right and top of the bounding box of all glyphs. */
  readonly box: readonly [number, number, number, number];
  readonly glyphCount: number;
  readonly advanceOf: (glyph: number) => number;
  /** The glyph of a code point, 0 when the font has none. */
  readonly glyphOf: (codePoint: number) => number;
  /** The lowest code point of a glyph. */
  readonly codePointOf: (glyph: number) => number | undefined;
  /** The outline of a glyph in the table `glyf`; empty for a blank. */
  readonly outlineOf: (glyph: number) => Buffer;
}

/**
 * Reads an untrusted font. Invalid data throws an `UnreadableFont`, here or in the methods that read lazily.
 */
export const readFont: (bytes: Buffer) => FontFile = withReadErrors(read);

/** Converts reads beyond the end of a table to an `UnreadableFont`. */
export function withReadErrors<In extends ReadonlyArray<unknown>, Out>(
  read: (...args: In) => Out,
): (...args: In) => Out {
  return (...args) => {
    try {
      return read(...args);
    } catch (error) {
      if (error instanceof RangeError) throw new UnreadableFont("The font is cut short");
      throw error;
    }
  };
}

function read(bytes: Buffer): FontFile {
  const tables = readTables(bytes);
  const table = (name: string) => {
    const content = tables.get(name);
    if (content === undefined) throw new UnreadableFont(`The font has no table "${name}"`);
    return content;
  };
  const [head, hhea, hmtx] = [table("head"), table("hhea"), table("hmtx")];
  const unitsPerEm = head.readUInt16BE(18);
  if (unitsPerEm < 16 || unitsPerEm > 16_384)
    throw new UnreadableFont("The font has no usable units");
  const glyphCount = table("maxp").readUInt16BE(4);
  const metricCount = hhea.readUInt16BE(34);
  if (glyphCount === 0 || metricCount === 0) throw new UnreadableFont("The font has no glyphs");
  const segments = readSegments(table("cmap"));
  const os2 = tables.get("OS/2");
  const { ascent, descent } = verticalExtent(hhea, os2);
  const capHeight = os2 !== undefined && os2.length >= 90 ? os2.readInt16BE(88) : 0;
  let codePoints: Map<number, number> | undefined;
  return {
    bytes,
    tables,
    postscriptName: readPostscriptName(tables.get("name")) ?? "Font",
    unitsPerEm,
    ascent,
    descent,
    capHeight: capHeight || ascent,
    italicAngle: italicAngle(tables.get("post")),
    hasTrueTypeOutlines: tables.has("glyf"),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    glyphCount,
    advanceOf: withReadErrors((glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, metricCount - 1))),
    glyphOf: withReadErrors((codePoint) => {
      const glyph = glyphIn(segments, codePoint);
      return glyph < glyphCount ? glyph : 0;
    }),
    codePointOf: withReadErrors((glyph) => (codePoints ??= codePointsByGlyph(segments)).get(glyph)),
    outlineOf: withReadErrors(
      tables.has("glyf")
        ? outlines(table("glyf"), table("loca"), head.readInt16BE(50) === 1, glyphCount)
        : noOutline,
    ),
  };
}

function noOutline(): Buffer {
  throw new UnreadableFont("The font has no TrueType outlines");
}

/** Some fonts set only the metrics of `OS/2`. */
function verticalExtent(hhea: Buffer, os2: Buffer | undefined) {
  const [ascent, descent] = [hhea.readInt16BE(4), hhea.readInt16BE(6)];
  const isSet = ascent !== 0 || descent !== 0 || os2 === undefined || os2.length < 72;
  return isSet
    ? { ascent, descent }
    : { ascent: os2.readInt16BE(68), descent: os2.readInt16BE(70) };
}

/** In degrees. */
function italicAngle(post: Buffer | undefined): number {
  return post === undefined || post.length < 8 ? 0 : post.readInt32BE(4) / 65_536;
}

/** The first four bytes of font files: TrueType, Apple's TrueType, and OpenType with CFF. */
const VERSIONS = new Set([0x00010000, 0x74727565, 0x4f54544f]);

function readTables(bytes: Buffer): ReadonlyMap<string, Buffer> {
  if (!VERSIONS.has(bytes.readUInt32BE(0)))
    throw new UnreadableFont("The file is not a TrueType or OpenType font");
  const tables = new Map<string, Buffer>();
  const count = bytes.readUInt16BE(4);
  for (let index = 0; index < count; index++) {
    const entry = 12 + index * 16;
    const start = bytes.readUInt32BE(entry + 8);
    const end = start + bytes.readUInt32BE(entry + 12);
    if (end > bytes.length) throw new UnreadableFont("The font is cut short");
    tables.set(bytes.toString("latin1", entry, entry + 4), bytes.subarray(start, end));
  }
  return tables;
}

/** A range of code points in a character map. */
interface Segment {
  readonly first: number;
  readonly last: number;
  readonly glyph: (codePoint: number) => number;
}

/** Reads the largest Unicode map of the font: format 12 before format 4. */
function readSegments(cmap: Buffer): ReadonlyArray<Segment> {
  const count = cmap.readUInt16BE(2);
  const maps = Array.from({ length: count }, (_, index) => {
    const platform = cmap.readUInt16BE(4 + index * 8);
    const map = cmap.subarray(cmap.readUInt32BE(8 + index * 8));
    return { isUnicode: platform === 0 || platform === 3, format: map.readUInt16BE(0), map };
  }).filter(({ isUnicode }) => isUnicode);
  const wide = maps.find(({ format }) => format === 12);
  if (wide !== undefined) return inOrder(readWideSegments(wide.map));
  const narrow = maps.find(({ format }) => format === 4);
  if (narrow !== undefined) return inOrder(readNarrowSegments(narrow.map));
  throw new UnreadableFont("The font has no Unicode character map");
}

/** Ranges in order and without overlaps, so that a lookup finds them and few code points are iterated. */
function inOrder(segments: ReadonlyArray<Segment>): ReadonlyArray<Segment> {
  let previous = -1;
  for (const { first, last } of segments) {
    if (first <= previous || last < first)
      throw new UnreadableFont("The character map of the font is damaged");
    previous = last;
  }
  return segments;
}

/** No font has more ranges. */
const MAX_SEGMENTS = 0x20000;

function readWideSegments(map: Buffer): ReadonlyArray<Segment> {
  const count = map.readUInt32BE(12);
  if (count > MAX_SEGMENTS || 16 + count * 12 > map.length)
    throw new UnreadableFont("The font is cut short");
  return Array.from({ length: count }, (_, index) => {
    const entry = 16 + index * 12;
    const first = map.readUInt32BE(entry);
    const start = map.readUInt32BE(entry + 8);
    return { first, last: map.readUInt32BE(entry + 4), glyph: (code) => start + code - first };
  });
}

function readNarrowSegments(map: Buffer): ReadonlyArray<Segment> {
  const count = map.readUInt16BE(6) / 2;
  return Array.from({ length: count }, (_, index) => {
    const last = map.readUInt16BE(14 + index * 2);
    const first = map.readUInt16BE(16 + (count + index) * 2);
    const delta = map.readUInt16BE(16 + (2 * count + index) * 2);
    const rangeOffset = 16 + (3 * count + index) * 2;
    const range = map.readUInt16BE(rangeOffset);
    if (range === 0) return { first, last, glyph: (code) => (code + delta) & 0xffff };
    return {
      first,
      last,
      glyph: (code) => {
        const glyph = map.readUInt16BE(rangeOffset + range + (code - first) * 2);
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      },
    };
  });
}

function glyphIn(segments: ReadonlyArray<Segment>, codePoint: number): number {
  let [low, high] = [0, segments.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle];
    if (segment === undefined) return 0;
    if (codePoint < segment.first) high = middle - 1;
    else if (codePoint > segment.last) low = middle + 1;
    else return segment.glyph(codePoint);
  }
  return 0;
}

function codePointsByGlyph(segments: ReadonlyArray<Segment>): Map<number, number> {
  const codePoints = new Map<number, number>();
  for (const { first, last, glyph } of segments) {
    // Ignores code points beyond Unicode.
    for (let code = first; code <= Math.min(last, 0x10ffff); code++) {
      const id = glyph(code);
      if (id !== 0 && !codePoints.has(id)) codePoints.set(id, code);
    }
  }
  return codePoints;
}

function outlines(glyf: Buffer, loca: Buffer, isLong: boolean, glyphCount: number) {
  const offset = (offset: number) =>
    isLong ? loca.readUInt32BE(offset * 4) : loca.readUInt16BE(offset * 2) * 2;
  return (glyph: number): Buffer => {
    if (glyph >= glyphCount) throw new UnreadableFont("The font refers to a missing glyph");
    const [start, end] = [offset(glyph), offset(glyph + 1)];
    if (end > glyf.length) throw new UnreadableFont("The font is cut short");
    return glyf.subarray(start, Math.max(start, end));
  };
}

const POSTSCRIPT_NAME = 6;

function readPostscriptName(table: Buffer | undefined): string | undefined {
  if (table === undefined) return undefined;
  const count = table.readUInt16BE(2);
  const texts = table.readUInt16BE(4);
  for (let index = 0; index < count; index++) {
    const entry = 6 + index * 12;
    if (table.readUInt16BE(entry + 6) !== POSTSCRIPT_NAME) continue;
    const start = texts + table.readUInt16BE(entry + 10);
    const text = table.subarray(start, start + table.readUInt16BE(entry + 8));
    // Names are ASCII, in one or two bytes per character.
    const name = text.toString("latin1").replace(/[^\x21-\x7e]|[[\](){}<>/%#]/g, "");
    if (name !== "") return name.slice(0, MAX_NAME);
  }
  return undefined;
}

/** The maximum length of a PostScript name. */
const MAX_NAME = 63;
