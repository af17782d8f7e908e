import type { Cluster } from "../cluster.ts";
import { type OutlineCommand, outlineOf } from "../harfbuzz.ts";
import type { SubsetGlyph } from "../used_face.ts";
import type { FontFile } from "./font_file.ts";

/**
 * Returns a font in CFF format with the drawn outlines of some glyphs, for fonts whose outlines cannot be
 * copied: OpenType with CFF, and instances of variable fonts. The CID of each glyph is its index.
 * Hinting is omitted, because PDF readers do not need it.
 *
 * @param name The PostScript name.
 * @param glyphs The first is 0, the glyph for missing characters.
 */
export function cffFont(name: string, font: FontFile, glyphs: ReadonlyArray<SubsetGlyph>): Buffer {
  const charstrings = glyphs.map((glyph) =>
    typeof glyph === "number"
      ? charstring([{ glyph, x: 0, y: 0 }], font, font.advanceOf(glyph))
      : charstring(glyph.parts, font, glyph.advance),
  );
  return writeFont(name, font, charstrings);
}

/** Operators of DICTs; those from 0x0c00 on have two bytes. */
const OPERATOR = {
  fontBox: 5,
  charset: 15,
  charStrings: 17,
  private: 18,
  nominalWidth: 21,
  fontMatrix: 0x0c07,
  registry: 0x0c1e,
  cidCount: 0x0c22,
  fontArray: 0x0c24,
  fontSelect: 0x0c25,
} as const;

/** The number of standard strings; own strings are numbered from here on. */
const OWN_STRINGS = 391;

const STRINGS = ["Adobe", "Identity"];

function writeFont(name: string, font: FontFile, charstrings: ReadonlyArray<Buffer>): Buffer {
  const { length } = charstrings;
  // Format 2, with one range of CIDs from 1 for all glyphs but the first.
  const charset = Buffer.from(length < 2 ? [2] : [2, 0, 1, (length - 2) >> 8, (length - 2) & 0xff]);
  // One font for all glyphs.
  const fontSelect = Buffer.from([3, 0, 1, 0, 0, 0, length >> 8, length & 0xff]);
  const glyphs = index(charstrings);
  const privateDict = dictEntry(OPERATOR.nominalWidth, integer(0));
  const head = Buffer.from([1, 0, 4, 4]);
  const names = index([Buffer.from(name, "latin1")]);
  const strings = index(STRINGS.map((text) => Buffer.from(text, "latin1")));
  const noSubroutines = index([]);
  const topDict = (offsets: Offsets) =>
    index([
      Buffer.concat([
        dictEntry(OPERATOR.registry, integer(OWN_STRINGS), integer(OWN_STRINGS + 1), integer(0)),
        ...(font.unitsPerEm === 1000 ? [] : [dictEntry(OPERATOR.fontMatrix, ...matrix(font))]),
        dictEntry(OPERATOR.fontBox, ...font.box.map(integer)),
        dictEntry(OPERATOR.cidCount, integer(0xffff)),
        dictEntry(OPERATOR.charset, integer(offsets.charset)),
        dictEntry(OPERATOR.fontSelect, integer(offsets.fontSelect)),
        dictEntry(OPERATOR.charStrings, integer(offsets.glyphs)),
        dictEntry(OPERATOR.fontArray, integer(offsets.fontArray)),
      ]),
    ]);
  const fontArray = (privateOffset: number) =>
    index([dictEntry(OPERATOR.private, integer(privateDict.length), integer(privateOffset))]);
  // Integers of DICTs always have five bytes, so that offsets do not change the lengths.
  const start =
    head.length + names.length + topDict(NO_OFFSETS).length + strings.length + noSubroutines.length;
  const charsetEnd = start + charset.length;
  const glyphsStart = charsetEnd + fontSelect.length;
  const privateStart = glyphsStart + glyphs.length;
  const offsets: Offsets = {
    charset: start,
    fontSelect: charsetEnd,
    glyphs: glyphsStart,
    fontArray: privateStart + privateDict.length,
  };
  return Buffer.concat([
    head,
    names,
    topDict(offsets),
    strings,
    noSubroutines,
    charset,
    fontSelect,
    glyphs,
    privateDict,
    fontArray(privateStart),
  ]);
}

interface Offsets {
  readonly charset: number;
  readonly fontSelect: number;
  readonly glyphs: number;
  readonly fontArray: number;
}

const NO_OFFSETS: Offsets = { charset: 0, fontSelect: 0, glyphs: 0, fontArray: 0 };

/** The matrix from font units to the em. */
function matrix({ unitsPerEm }: FontFile): ReadonlyArray<Buffer> {
  const scale = real(1 / unitsPerEm);
  const zero = integer(0);
  return [scale, zero, zero, scale, zero, zero];
}

/** An INDEX: a list of byte strings. */
function index(items: ReadonlyArray<Buffer>): Buffer {
  if (items.length === 0) return Buffer.alloc(2);
  const offsets = Buffer.alloc(3 + 4 * (items.length + 1));
  offsets.writeUInt16BE(items.length, 0);
  offsets.writeUInt8(4, 2);
  let offset = 1;
  items.forEach((item, position) => {
    offsets.writeUInt32BE(offset, 3 + 4 * position);
    offset += item.length;
  });
  offsets.writeUInt32BE(offset, 3 + 4 * items.length);
  return Buffer.concat([offsets, ...items]);
}

function dictEntry(operator: number, ...operands: ReadonlyArray<Buffer>): Buffer {
  const code = operator > 0xff ? [operator >> 8, operator & 0xff] : [operator];
  return Buffer.concat([...operands, Buffer.from(code)]);
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(29, 0);
  bytes.writeInt32BE(value, 1);
  return bytes;
}

/** The nibbles of a real number: digits, point, exponent, end. */
const NIBBLES: Readonly<Record<string, number>> = { ".": 0xa, E: 0xb, "-": 0xe };

function real(value: number): Buffer {
  const nibbles = Array.from(
    value.toFixed(10).replace(/0+$/, ""),
    (char) => NIBBLES[char] ?? Number(char),
  );
  nibbles.push(0xf);
  if (nibbles.length % 2 === 1) nibbles.push(0xf);
  const bytes = [30];
  for (let position = 0; position < nibbles.length; position += 2)
    bytes.push(((nibbles[position] ?? 0) << 4) | (nibbles[position + 1] ?? 0));
  return Buffer.from(bytes);
}

/** Operators of charstrings. */
const PATH = { line: 5, curve: 8, end: 14, move: 21 } as const;

/** The Type 2 charstring that draws glyphs at offsets. */
function charstring(parts: Cluster["parts"], font: FontFile, advance: number): Buffer {
  const writer = new CharstringWriter(advance);
  for (const { glyph, x, y } of parts) {
    for (const command of outlineOf({ font }, glyph)) draw(writer, command, x, y);
  }
  return writer.end();
}

function draw(writer: CharstringWriter, { type, values }: OutlineCommand, x: number, y: number) {
  const at = (position: number): Point => [
    (values[2 * position] ?? 0) + x,
    (values[2 * position + 1] ?? 0) + y,
  ];
  switch (type) {
    case "M":
      return writer.add(PATH.move, at(0));
    case "L":
      return writer.add(PATH.line, at(0));
    case "Q": {
      const [from, control, to] = [writer.point, at(0), at(1)];
      return writer.add(PATH.curve, towards(from, control), towards(to, control), to);
    }
    case "C":
      return writer.add(PATH.curve, at(0), at(1), at(2));
    default:
      return undefined; // Contours of charstrings are always closed.
  }
}

type Point = readonly [number, number];

/** The control point of a cubic curve that equals a quadratic one. */
function towards([x, y]: Point, [controlX, controlY]: Point): Point {
  return [x + ((controlX - x) * 2) / 3, y + ((controlY - y) * 2) / 3];
}

class CharstringWriter {
  readonly #bytes: Array<number> = [];
  #x = 0;
  #y = 0;
  #hasMoved = false;
  point: Point = [0, 0];

  /** The advance comes before the operands of the first operator. */
  constructor(advance: number) {
    this.#number(advance);
  }

  add(operator: number, ...points: ReadonlyArray<Point>): void {
    // A path that does not begin with a move cannot be drawn.
    if (operator === PATH.move) this.#hasMoved = true;
    else if (!this.#hasMoved) return;
    for (const [x, y] of points) {
      const [nextX, nextY] = [Math.round(x), Math.round(y)];
      this.#number(nextX - this.#x);
      this.#number(nextY - this.#y);
      [this.#x, this.#y] = [nextX, nextY];
    }
    this.point = points.at(-1) ?? this.point;
    this.#bytes.push(operator);
  }

  end(): Buffer {
    this.#bytes.push(PATH.end);
    return Buffer.from(this.#bytes);
  }

  #number(value: number): void {
    const number = Math.max(-32_768, Math.min(32_767, Math.round(value) || 0));
    if (number >= -107 && number <= 107) this.#bytes.push(number + 139);
    else if (number >= 108 && number <= 1131)
      this.#bytes.push(247 + ((number - 108) >> 8), (number - 108) & 0xff);
    else if (number >= -1131 && number <= -108)
      this.#bytes.push(251 + ((-number - 108) >> 8), (-number - 108) & 0xff);
    else this.#bytes.push(28, (number >> 8) & 0xff, number & 0xff);
  }
}
