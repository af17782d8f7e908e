import { ENCODINGS, type GlyphNames, STANDARD_STRINGS } from "./glyph_names.ts";
import type { NamedWidths } from "./named_widths.ts";

/** The widths of a font in CFF format, in thousandths of the font size. */
export interface CffWidths extends NamedWidths {
  /** By CID; undefined for a glyph that the font does not have. */
  readonly widthOfCid: (cid: number) => number | undefined;
}

/** Reads the widths of a font; throws a `RangeError` for a damaged one. */
export function cffWidths(file: Buffer): CffWidths {
  const names = readIndex(file, file.readUInt8(2));
  const tops = readIndex(file, names.end);
  const strings = readIndex(file, tops.end);
  const global = readIndex(file, strings.end).items;
  const top = readDict(tops.items[0] ?? NOTHING);
  const [charStrings = 0] = top.get(OPERATOR.charStrings) ?? [];
  const glyphs = readIndex(file, charStrings).items;
  const isCid = top.has(OPERATOR.registry);
  const charset = readCharset(file, top.get(OPERATOR.charset)?.[0] ?? 0, glyphs.length);
  const fonts = isCid
    ? readIndex(file, top.get(OPERATOR.fontArray)?.[0] ?? 0).items.map(readDict)
    : [top];
  const parts = fonts.map((font) => readPart(file, font, isCid ? top : undefined));
  const select = isCid ? readSelect(file, top.get(OPERATOR.fontSelect)?.[0] ?? 0) : undefined;
  const widthOf = (glyph: number | undefined) => {
    const code = glyph === undefined ? undefined : glyphs[glyph];
    const part = glyph === undefined ? undefined : parts[select?.(glyph) ?? 0];
    if (code === undefined || part === undefined) return undefined;
    const own = ownWidth(code, part.local, global);
    if (own === undefined) return undefined;
    return (own === "default" ? part.defaultWidth : part.nominalWidth + own) * part.scale;
  };
  const glyphOf = new Map(charset?.map((id, glyph) => [id, glyph]));
  const nameOf = (id: number) =>
    STANDARD_STRINGS[id] ?? strings.items[id - STANDARD_STRINGS.length]?.toString("latin1");
  const byName = new Map(charset?.map((id, glyph) => [nameOf(id), glyph]));
  return {
    widthOfCid: (cid) => widthOf(isCid ? glyphOf.get(cid) : cid),
    widthOf: (name) => widthOf(byName.get(name)),
    encoding: readEncoding(file, top.get(OPERATOR.encoding)?.[0] ?? 0, (glyph) =>
      charset?.[glyph] === undefined ? undefined : nameOf(charset[glyph]),
    ),
  };
}

const NOTHING = Buffer.alloc(0);

/** Operators of DICTs; those from 0x0c00 on have two bytes. */
const OPERATOR = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  local: 19,
  defaultWidth: 20,
  nominalWidth: 21,
  fontMatrix: 0x0c07,
  registry: 0x0c1e,
  fontArray: 0x0c24,
  fontSelect: 0x0c25,
} as const;

/** What the widths of glyphs depend on, in a font or in one of the fonts of a CID-keyed font. */
interface FontPart {
  readonly defaultWidth: number;
  readonly nominalWidth: number;
  readonly local: ReadonlyArray<Buffer>;
  readonly scale: number;
}

type Dict = ReadonlyMap<number, ReadonlyArray<number>>;

function readPart(file: Buffer, font: Dict, top: Dict | undefined): FontPart {
  const [size = 0, offset = 0] = font.get(OPERATOR.private) ?? [];
  const dict = readDict(file.subarray(offset, offset + size));
  const [local] = dict.get(OPERATOR.local) ?? [];
  const [own, whole] = [font, top].map((each) => each?.get(OPERATOR.fontMatrix)?.[0]);
  return {
    defaultWidth: dict.get(OPERATOR.defaultWidth)?.[0] ?? 0,
    nominalWidth: dict.get(OPERATOR.nominalWidth)?.[0] ?? 0,
    local: local === undefined ? [] : readIndex(file, offset + local).items,
    scale: 1000 * (own === undefined && whole === undefined ? 0.001 : (own ?? 1) * (whole ?? 1)),
  };
}

/** A list of byte strings, and where it ends. */
function readIndex(file: Buffer, start: number): { items: ReadonlyArray<Buffer>; end: number } {
  const count = file.readUInt16BE(start);
  if (count === 0) return { items: [], end: start + 2 };
  const size = file.readUInt8(start + 2);
  const offsetAt = (position: number) => file.readUIntBE(start + 3 + position * size, size);
  const data = start + 2 + (count + 1) * size;
  const items = Array.from({ length: count }, (_, position) =>
    file.subarray(data + offsetAt(position), data + offsetAt(position + 1)),
  );
  return { items, end: data + offsetAt(count) };
}

function readDict(bytes: Buffer): Dict {
  const entries = new Map<number, ReadonlyArray<number>>();
  let operands: Array<number> = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes.readUInt8(at);
    if (first <= 21) {
      const isLong = first === 12;
      entries.set(isLong ? 0x0c00 + bytes.readUInt8(at + 1) : first, operands);
      operands = [];
      at += isLong ? 2 : 1;
    } else if (first === 30) {
      const { value, length } = readReal(bytes, at + 1);
      operands.push(value);
      at += 1 + length;
    } else if (first === 29) {
      operands.push(bytes.readInt32BE(at + 1));
      at += 5;
    } else {
      const { value, length } = readInteger(bytes, at);
      operands.push(value);
      at += length;
    }
  }
  return entries;
}

const NIBBLES = "0123456789.EF_-";

function readReal(bytes: Buffer, start: number): { value: number; length: number } {
  let text = "";
  for (let at = start; ; at++) {
    const byte = bytes.readUInt8(at);
    for (const nibble of [byte >> 4, byte & 0xf]) {
      if (nibble === 0xf) return { value: Number(text), length: at + 1 - start };
      text += nibble === 0xc ? "E-" : (NIBBLES[nibble] ?? "");
    }
  }
}

/** Reads an integer of a DICT or of a charstring. */
function readInteger(bytes: Buffer, at: number): { value: number; length: number } {
  const first = bytes.readUInt8(at);
  if (first === 28) return { value: bytes.readInt16BE(at + 1), length: 3 };
  if (first <= 246) return { value: first - 139, length: 1 };
  const second = bytes.readUInt8(at + 1);
  if (first <= 250) return { value: (first - 247) * 256 + second + 108, length: 2 };
  return { value: -(first - 251) * 256 - second - 108, length: 2 };
}

/** The CID or the string of each glyph; undefined for the charsets of expert fonts. */
function readCharset(
  file: Buffer,
  offset: number,
  count: number,
): ReadonlyArray<number> | undefined {
  if (offset === 0) return Array.from({ length: count }, (_, glyph) => glyph);
  if (offset <= 2) return undefined;
  const ids = [0];
  const format = file.readUInt8(offset);
  for (let at = offset + 1; ids.length < count;) {
    const first = file.readUInt16BE(at);
    at += 2;
    const more = format === 0 ? 0 : format === 1 ? file.readUInt8(at) : file.readUInt16BE(at);
    at += format;
    for (let step = 0; step <= more && ids.length < count; step++) ids.push(first + step);
  }
  return ids;
}

/** The part of each glyph of a CID-keyed font. */
function readSelect(file: Buffer, offset: number): (glyph: number) => number {
  if (file.readUInt8(offset) === 0) return (glyph) => file.readUInt8(offset + 1 + glyph);
  const count = file.readUInt16BE(offset + 1);
  const starts = Array.from({ length: count }, (_, range) =>
    file.readUInt16BE(offset + 3 + 3 * range),
  );
  return (glyph) => {
    const range = starts.findLastIndex((start) => start <= glyph);
    return file.readUInt8(offset + 5 + 3 * Math.max(0, range));
  };
}

/** The names of the glyphs of codes. */
function readEncoding(
  file: Buffer,
  offset: number,
  nameOf: (glyph: number) => string | undefined,
): GlyphNames {
  if (offset <= 1) return offset === 0 ? (ENCODINGS["StandardEncoding"] ?? []) : [];
  const names: Array<string | undefined> = [];
  const format = file.readUInt8(offset) & 0x7f;
  const count = file.readUInt8(offset + 1);
  let glyph = 1;
  for (let entry = 0; entry < count; entry++) {
    const at = offset + 2 + entry * (format === 0 ? 1 : 2);
    const first = file.readUInt8(at);
    const more = format === 0 ? 0 : file.readUInt8(at + 1);
    for (let code = first; code <= first + more; code++) names[code] = nameOf(glyph++);
  }
  return names;
}

/** Operators of charstrings that take all operands. Those that may have a width, with their other operands. */
const MOVES: Readonly<Record<number, number>> = { 4: 1, 21: 2, 22: 1 };
const STEMS = new Set([1, 3, 18, 19, 20, 23]);
const [CALL_LOCAL, RETURN, END_CHAR, CALL_GLOBAL] = [10, 11, 14, 29];

/** No charstring calls deeper, or as many before its width. */
const [MAX_DEPTH, MAX_CALLS] = [10, 100];

/** The difference of a glyph's width to the nominal one; undefined for a charstring that cannot be read. */
function ownWidth(
  charstring: Buffer,
  local: ReadonlyArray<Buffer>,
  global: ReadonlyArray<Buffer>,
): number | "default" | undefined {
  const stack: Array<number> = [];
  let calls = 0;
  const run = (bytes: Buffer, depth: number): number | "default" | "open" | undefined => {
    for (let at = 0; at < bytes.length;) {
      const first = bytes.readUInt8(at);
      if (first === 255) {
        stack.push(bytes.readInt32BE(at + 1) / 65_536);
        at += 5;
      } else if (first >= 32 || first === 28) {
        const { value, length } = readInteger(bytes, at);
        stack.push(value);
        at += length;
      } else if (first === CALL_LOCAL || first === CALL_GLOBAL) {
        const routines = first === CALL_LOCAL ? local : global;
        const routine = routines[(stack.pop() ?? 0) + bias(routines.length)];
        calls += 1;
        if (routine === undefined || depth >= MAX_DEPTH || calls > MAX_CALLS) return undefined;
        const width = run(routine, depth + 1);
        if (width !== "open") return width;
        at += 1;
      } else if (first === RETURN) return "open";
      else {
        const moved = MOVES[first];
        const hasWidth =
          first === END_CHAR
            ? stack.length === 1 || stack.length === 5
            : moved === undefined
              ? STEMS.has(first) && stack.length % 2 === 1
              : stack.length > moved;
        // Operators of two bytes can compute a width.
        if (first === 12) return undefined;
        return hasWidth ? stack[0] : "default";
      }
    }
    return "open";
  };
  const width = run(charstring, 0);
  return width === "open" ? undefined : width;
}

/** The number of the first subroutine is negative. */
function bias(count: number): number {
  return count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768;
}
