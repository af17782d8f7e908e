import { withReadErrors, type FontFile, UnreadableFont } from "./opentype/font_file.ts";
import type { ComposedGlyph } from "./used_face.ts";

/**
 * Returns a TrueType font with the outlines of some glyphs, which keep their numbers. Hinting is omitted,
 * because PDF readers do not need it.
 *
 * @param usedGlyphs A flag for each glyph: 1 when text uses it. Components of composite glyphs are added.
 * @param composedGlyphs Glyphs composed of others; their numbers follow those of the font.
 */
export const subsetFont: (
  font: FontFile,
  usedGlyphs: Uint8Array,
  composedGlyphs: ReadonlyArray<ComposedGlyph>,
) => Buffer = withReadErrors(subset);

function subset(
  font: FontFile,
  usedGlyphs: Uint8Array,
  composedGlyphs: ReadonlyArray<ComposedGlyph>,
): Buffer {
  const originals = closure(font, usedGlyphs, composedGlyphs).map((glyph) => ({
    glyph,
    outline: outlineOf(font, glyph),
    advance: font.advanceOf(glyph),
  }));
  const glyphs = [...originals, ...composedGlyphs.map((cluster) => composeGlyph(font, cluster))];
  return fontFile(tablesOf(font, glyphs, composedGlyphs));
}

/** A table of a font file, with its name. */
export type NamedTable = readonly [string, Buffer];

/** The outlines of some glyphs, numbered without gaps. */
export interface CompactOutlines {
  readonly tables: ReadonlyArray<NamedTable>;
  /** The new number of each glyph of the font. */
  readonly numbers: ReadonlyMap<number, number>;
}

/** Returns the tables of a small font, without those that a PDF does not need, such as the character map. */
export const compactOutlines: (font: FontFile, usedGlyphs: Uint8Array) => CompactOutlines =
  withReadErrors(compact);

function compact(font: FontFile, usedGlyphs: Uint8Array): CompactOutlines {
  const glyphIds = closure(font, usedGlyphs, []);
  const numbers = new Map(glyphIds.map((glyph, index) => [glyph, index]));
  const glyphs = glyphIds.map((glyph, index) => ({
    glyph: index,
    outline: renumberComponents(outlineOf(font, glyph), numbers),
    advance: font.advanceOf(glyph),
  }));
  return { tables: tablesOf(font, glyphs, []), numbers };
}

/** Returns the outline of a glyph with the new numbers of its components. */
function renumberComponents(outline: Buffer, numbers: ReadonlyMap<number, number>): Buffer {
  const copy = Buffer.from(outline);
  for (const { component, offset } of components(outline))
    copy.writeUInt16BE(numbers.get(component) ?? 0, offset + 2);
  return copy;
}

function tablesOf(
  font: FontFile,
  glyphs: ReadonlyArray<SubsetGlyph>,
  composedGlyphs: ReadonlyArray<ComposedGlyph>,
): ReadonlyArray<NamedTable> {
  const count = (glyphs.at(-1)?.glyph ?? 0) + 1;
  const { glyf, loca } = outlineTables(glyphs, count);
  const head = copyOf(font, "head");
  head.writeUInt32BE(0, 8); // The checksum of the original file.
  head.writeInt16BE(1, 50);
  const hhea = copyOf(font, "hhea");
  hhea.writeUInt16BE(count, 34);
  return [
    ["glyf", glyf],
    ["head", head],
    ["hhea", hhea],
    ["hmtx", metrics(glyphs, count)],
    ["loca", loca],
    ["maxp", limits(font, composedGlyphs, count)],
  ];
}

/** A glyph of a subset: its outline without hinting, and its advance. */
interface SubsetGlyph {
  readonly glyph: number;
  readonly outline: Buffer;
  readonly advance: number;
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
function limits(
  font: FontFile,
  composedGlyphs: ReadonlyArray<ComposedGlyph>,
  count: number,
): Buffer {
  const table = copyOf(font, "maxp");
  table.writeUInt16BE(count, LIMIT.glyphs);
  table.writeUInt16BE(0, LIMIT.programSize);
  if (composedGlyphs.length === 0) return table;
  const parts = Math.max(...composedGlyphs.map((glyph) => glyph.parts.length));
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

/** The glyphs in use with all of their components and glyph 0, in ascending order. */
function closure(
  font: FontFile,
  usedGlyphs: Uint8Array,
  composedGlyphs: ReadonlyArray<ComposedGlyph>,
): ReadonlyArray<number> {
  const glyphIds = new Set([
    0,
    ...composedGlyphs.flatMap(({ parts }) => parts.map(({ glyph }) => glyph)),
  ]);
  for (let glyph = usedGlyphs.indexOf(1); glyph !== -1; glyph = usedGlyphs.indexOf(1, glyph + 1))
    glyphIds.add(glyph);
  // Iterating a set includes items that are added meanwhile.
  for (const glyph of glyphIds) {
    for (const { component } of components(font.outlineOf(glyph))) glyphIds.add(component);
  }
  return [...glyphIds].toSorted((a, b) => a - b);
}

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
  if (outline.length < 10) return Buffer.alloc(0);
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

/** A composite glyph from the parts of a cluster. */
function composeGlyph(font: FontFile, { glyph, parts, advance }: ComposedGlyph): SubsetGlyph {
  const visibleParts = parts.filter((part) => font.outlineOf(part.glyph).length >= 10);
  if (visibleParts.length === 0) return { glyph, outline: Buffer.alloc(0), advance };
  const outline = Buffer.alloc(10 + 8 * visibleParts.length);
  outline.writeInt16BE(-1, 0);
  boxOf(font, visibleParts).forEach((side, index) => outline.writeInt16BE(side, 2 + 2 * index));
  visibleParts.forEach((part, index) => {
    const more = index < visibleParts.length - 1 ? PART.more : 0;
    outline.writeUInt16BE(PART.words | PART.offsets | more, 10 + 8 * index);
    outline.writeUInt16BE(part.glyph, 12 + 8 * index);
    outline.writeInt16BE(part.x, 14 + 8 * index);
    outline.writeInt16BE(part.y, 16 + 8 * index);
  });
  return { glyph, outline, advance };
}

/** The bounding box of a cluster: left, bottom, right, top. */
function boxOf(font: FontFile, parts: ComposedGlyph["parts"]): ReadonlyArray<number> {
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

function outlineTables(glyphs: ReadonlyArray<SubsetGlyph>, count: number) {
  const outlines: Array<Buffer> = [];
  const loca = Buffer.alloc((count + 1) * 4);
  let [next, length] = [0, 0];
  for (const { glyph, outline } of glyphs) {
    for (; next <= glyph; next++) loca.writeUInt32BE(length, next * 4);
    const padding = -outline.length & 3;
    outlines.push(outline, Buffer.alloc(padding));
    length += outline.length + padding;
  }
  loca.writeUInt32BE(length, count * 4);
  return { glyf: Buffer.concat(outlines), loca };
}

/** Advances and left bearings of the glyphs in use; zeros, which compress well, for the others. */
function metrics(glyphs: ReadonlyArray<SubsetGlyph>, count: number): Buffer {
  const table = Buffer.alloc(count * 4);
  for (const { glyph, outline, advance } of glyphs) {
    table.writeUInt16BE(advance, glyph * 4);
    table.writeInt16BE(outline.length < 10 ? 0 : outline.readInt16BE(2), glyph * 4 + 2);
  }
  return table;
}

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
