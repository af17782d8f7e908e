import type { Cluster } from "./cluster.ts";
import { withReadErrors, type FontFile, UnreadableFont } from "./opentype/font_file.ts";
import type { SubsetGlyph } from "./used_face.ts";

/**
 * Returns a TrueType font with some glyphs, in their order, so that the number of each is its index. The components
 * of composite glyphs follow them. Hinting is omitted, because PDF readers do not need it.
 *
 * @param glyphs The first is 0, the glyph for missing characters.
 */
export function subsetFont(font: FontFile, glyphs: ReadonlyArray<SubsetGlyph>): Buffer {
  return fontFile(subsetTables(font, glyphs));
}

/** A table of a font file, with its name. */
export type NamedTable = readonly [string, Buffer];

/** Returns the tables of `subsetFont`, without those that a PDF does not need, such as the character map. */
export const subsetTables: (
  font: FontFile,
  glyphs: ReadonlyArray<SubsetGlyph>,
) => ReadonlyArray<NamedTable> = withReadErrors(tablesOf);

function tablesOf(font: FontFile, glyphs: ReadonlyArray<SubsetGlyph>): ReadonlyArray<NamedTable> {
  const numbers = new GlyphNumbers(glyphs);
  const outlines: Array<Buffer> = [];
  // The outlines of composite glyphs add their components.
  for (const glyph of numbers.glyphs)
    outlines.push(
      typeof glyph === "number"
        ? renumberComponents(outlineOf(font, glyph), numbers)
        : composeGlyph(font, glyph, numbers),
    );
  const count = outlines.length;
  const { glyf, loca, isLong } = joinOutlines(outlines);
  const head = copyOf(font, "head");
  head.writeUInt32BE(0, 8); // The checksum of the original file.
  head.writeInt16BE(isLong ? 1 : 0, 50);
  const hhea = copyOf(font, "hhea");
  hhea.writeUInt16BE(count, 34);
  return [
    ["glyf", glyf],
    ["head", head],
    ["hhea", hhea],
    ["hmtx", metrics(font, numbers.glyphs, outlines)],
    ["loca", loca],
    ["maxp", limits(font, glyphs, count)],
  ];
}

/** The glyphs of a subset and their numbers, with components that are added on demand. */
class GlyphNumbers {
  readonly glyphs: Array<SubsetGlyph>;
  /** The number of each glyph of the font; absent until a composite glyph needs it. */
  #numbers: Map<SubsetGlyph, number> | undefined;

  constructor(glyphs: ReadonlyArray<SubsetGlyph>) {
    this.glyphs = [...glyphs];
  }

  /** Returns the number of a glyph of the font, which it may add. */
  of(glyph: number): number {
    this.#numbers ??= new Map(this.glyphs.map((each, index) => [each, index]));
    const existing = this.#numbers.get(glyph);
    if (existing !== undefined) return existing;
    const number = this.glyphs.push(glyph) - 1;
    this.#numbers.set(glyph, number);
    return number;
  }
}

/** Returns an outline with the numbers that its components have in a subset. */
function renumberComponents(outline: Buffer, numbers: GlyphNumbers): Buffer {
  if (!isComposite(outline)) return outline;
  const copy = Buffer.from(outline);
  for (const { component, offset } of components(outline))
    copy.writeUInt16BE(numbers.of(component), offset + 2);
  return copy;
}

function copyOf(font: FontFile, name: string): Buffer {
  const table = font.tables.get(name);
  if (table === undefined) throw new UnreadableFont(`The font has no table "${name}"`);
  return Buffer.from(table);
}

/** The offsets of the limits in `maxp`. */
const LIMIT = {
  glyphs: 4,
  points: 6,
  contours: 8,
  compositePoints: 10,
  compositeContours: 12,
  programSize: 26,
  parts: 28,
  depth: 30,
};

/** The limits in `maxp`: composed glyphs may have more components than any glyph of the font. */
function limits(font: FontFile, glyphs: ReadonlyArray<SubsetGlyph>, count: number): Buffer {
  const table = copyOf(font, "maxp");
  table.writeUInt16BE(count, LIMIT.glyphs);
  table.writeUInt16BE(0, LIMIT.programSize);
  let parts = 0;
  for (const glyph of glyphs)
    if (typeof glyph !== "number") parts = Math.max(parts, glyph.parts.length);
  if (parts === 0) return table;
  const raise = (offset: number, to: number) =>
    table.writeUInt16BE(Math.min(0xffff, Math.max(table.readUInt16BE(offset), to)), offset);
  for (const [simple, composite] of [
    [LIMIT.points, LIMIT.compositePoints],
    [LIMIT.contours, LIMIT.compositeContours],
  ] as const) {
    raise(composite, parts * Math.max(table.readUInt16BE(simple), table.readUInt16BE(composite)));
  }
  raise(LIMIT.parts, parts);
  raise(LIMIT.depth, table.readUInt16BE(LIMIT.depth) + 1);
  return table;
}

/** The flags of a component of a composite glyph. */
const PART = {
  words: 0x1,
  offsets: 0x2,
  scale: 0x8,
  more: 0x20,
  scales: 0x40,
  matrix: 0x80,
  program: 0x100,
};

/** Yields the components of a composite glyph and their offsets; nothing for a simple glyph. */
function* components(
  outline: Buffer,
): Generator<{ component: number; offset: number; end: number }> {
  if (!isComposite(outline)) return;
  let offset = 10;
  let flags: number;
  do {
    flags = outline.readUInt16BE(offset);
    const transform =
      flags & PART.scale ? 2 : flags & PART.scales ? 4 : flags & PART.matrix ? 8 : 0;
    const end = offset + 4 + (flags & PART.words ? 4 : 2) + transform;
    yield { component: outline.readUInt16BE(offset + 2), offset, end };
    offset = end;
  } while (flags & PART.more);
}

function isComposite(outline: Buffer): boolean {
  return outline.length >= 10 && outline.readInt16BE(0) < 0;
}

const unhintedOutlines = new WeakMap<FontFile, Map<number, Buffer>>();

function outlineOf(font: FontFile, glyph: number): Buffer {
  const outlines = unhintedOutlines.get(font) ?? new Map<number, Buffer>();
  unhintedOutlines.set(font, outlines);
  const outline = outlines.get(glyph) ?? removeHinting(font.outlineOf(glyph));
  outlines.set(glyph, outline);
  return outline;
}

function removeHinting(outline: Buffer): Buffer {
  if (outline.length < 10) return EMPTY;
  if (isComposite(outline)) {
    const parts = [...components(outline)];
    const bare = Buffer.from(outline.subarray(0, parts.at(-1)?.end));
    for (const { offset } of parts)
      bare.writeUInt16BE(bare.readUInt16BE(offset) & ~PART.program, offset);
    return bare;
  }
  const length = 10 + 2 * outline.readInt16BE(0);
  const rest = length + 2 + outline.readUInt16BE(length);
  if (rest > outline.length) throw new UnreadableFont("The font is cut short");
  return Buffer.concat([outline.subarray(0, length), Buffer.alloc(2), outline.subarray(rest)]);
}

/** The outline of a composite glyph from the parts of a cluster. */
function composeGlyph(font: FontFile, { parts }: Cluster, numbers: GlyphNumbers): Buffer {
  const visibleParts = parts.filter((part) => font.outlineOf(part.glyph).length >= 10);
  if (visibleParts.length === 0) return EMPTY;
  const outline = Buffer.alloc(10 + 8 * visibleParts.length);
  outline.writeInt16BE(-1, 0);
  boxOf(font, visibleParts).forEach((side, index) => outline.writeInt16BE(side, 2 + 2 * index));
  visibleParts.forEach((part, index) => {
    const more = index < visibleParts.length - 1 ? PART.more : 0;
    outline.writeUInt16BE(PART.words | PART.offsets | more, 10 + 8 * index);
    outline.writeUInt16BE(numbers.of(part.glyph), 12 + 8 * index);
    outline.writeInt16BE(part.x, 14 + 8 * index);
    outline.writeInt16BE(part.y, 16 + 8 * index);
  });
  return outline;
}

/** The bounding box of a cluster: left, bottom, right, top. */
function boxOf(font: FontFile, parts: Cluster["parts"]): ReadonlyArray<number> {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { glyph, x, y } of parts) {
    const outline = font.outlineOf(glyph);
    [x, y, x, y].forEach((shift, index) => {
      const side = shift + outline.readInt16BE(2 + 2 * index);
      const [least, most] = [
        Math.min(box[index] ?? side, side),
        Math.max(box[index] ?? side, side),
      ];
      box[index] = index < 2 ? least : most;
    });
  }
  return box;
}

/** The greatest length of outlines whose offsets have two bytes, as halves. */
const MAX_SHORT = 2 * 0xffff;

/** The table of outlines, and that of their offsets. */
function joinOutlines(outlines: ReadonlyArray<Buffer>) {
  let length = 0;
  for (const outline of outlines) length += outline.length + (outline.length & 1);
  const isLong = length > MAX_SHORT;
  const glyf = Buffer.alloc(length);
  const loca = Buffer.alloc((outlines.length + 1) * (isLong ? 4 : 2));
  let offset = 0;
  outlines.forEach((outline, index) => {
    glyf.set(outline, offset);
    offset += outline.length + (outline.length & 1);
    if (isLong) loca.writeUInt32BE(offset, 4 * index + 4);
    else loca.writeUInt16BE(offset / 2, 2 * index + 2);
  });
  return { glyf, loca, isLong };
}

/** The advances and left bearings of glyphs. */
function metrics(
  font: FontFile,
  glyphs: ReadonlyArray<SubsetGlyph>,
  outlines: ReadonlyArray<Buffer>,
): Buffer {
  const table = Buffer.alloc(glyphs.length * 4);
  glyphs.forEach((glyph, index) => {
    const outline = outlines[index] ?? EMPTY;
    const advance = typeof glyph === "number" ? font.advanceOf(glyph) : glyph.advance;
    table.writeUInt16BE(advance, index * 4);
    table.writeInt16BE(outline.length < 10 ? 0 : outline.readInt16BE(2), index * 4 + 2);
  });
  return table;
}

const EMPTY = Buffer.alloc(0);

/** Writes tables to a font file. They must be in the order of their names. */
export function fontFile(tables: ReadonlyArray<NamedTable>): Buffer {
  const directory = Buffer.alloc(12 + 16 * tables.length);
  const power = Math.floor(Math.log2(tables.length));
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(16 << power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * tables.length - (16 << power), 10);
  const chunks: Array<Buffer> = [directory];
  let offset = directory.length;
  tables.forEach(([name, table], index) => {
    directory.write(name, 12 + 16 * index, "latin1");
    directory.writeUInt32BE(offset, 20 + 16 * index);
    directory.writeUInt32BE(table.length, 24 + 16 * index);
    const padding = -table.length & 3;
    chunks.push(table, Buffer.alloc(padding));
    offset += table.length + padding;
  });
  return Buffer.concat(chunks);
}
