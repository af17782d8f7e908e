import type { FontFile } from "./font_file.ts";
import {
  countEntries,
  lookupsOf,
  oncePerFont,
  readClasses,
  readCoverage,
  readOr,
} from "./opentype_layout.ts";

/** The distance that a font adds between two glyphs, in font units. */
export type Kerning = (left: number, right: number) => number;

/** A part of the kerning: the distance, undefined if it does not cover the pair. */
type PairTable = (left: number, right: number) => number | undefined;

const KERN = new Set(["kern"]);
const PAIRS = 2;

/** The only value that plain text can apply: the advance of the first glyph. */
const ADVANCE = 0x4;

/**
 * Reads the kerning of a font from `GPOS`, or from `kern` in an older font; undefined if it has none.
 *
 * Other ways of kerning than by pairs are ignored: fonts use them for scripts that HarfBuzz shapes.
 */
export const readKerning: (font: FontFile) => Kerning | undefined = oncePerFont((font) => {
  const kerning = readOr(undefined, () => readTables(font));
  return kerning && ((left, right) => readOr(0, () => kerning(left, right)));
});

function readTables(font: FontFile): Kerning | undefined {
  const lookups = lookupsOf(font, "GPOS", KERN)
    .filter(({ type }) => type === PAIRS)
    .map(({ subtables }) => subtables.flatMap(readPairs));
  if (lookups.length > 0) return (left, right) => distanceOf(lookups, left, right);
  const table = font.tables.get("kern");
  return table === undefined ? undefined : readKernTable(table);
}

/** In each lookup the first part that covers a pair applies. */
function distanceOf(
  lookups: ReadonlyArray<ReadonlyArray<PairTable>>,
  left: number,
  right: number,
): number {
  let sum = 0;
  for (const tables of lookups) {
    for (const table of tables) {
      const distance = table(left, right);
      if (distance === undefined) continue;
      sum += distance;
      break;
    }
  }
  return sum;
}

function readPairs(table: Buffer): ReadonlyArray<PairTable> {
  const [first, second] = [table.readUInt16BE(4), table.readUInt16BE(6)];
  if ((first & ADVANCE) === 0) return [];
  const coverage = readCoverage(table.subarray(table.readUInt16BE(2)));
  const size = 2 * (bitCount(first) + bitCount(second));
  const advance = 2 * bitCount(first & (ADVANCE - 1));
  return [
    table.readUInt16BE(0) === 1
      ? glyphPairs(table, coverage, size, advance)
      : classPairs(table, coverage, size, advance),
  ];
}

function glyphPairs(
  table: Buffer,
  coverage: ReadonlyMap<number, number>,
  size: number,
  advance: number,
): PairTable {
  const sets = new Map<number, ReadonlyMap<number, number>>();
  return (left, right) => {
    const index = coverage.get(left);
    if (index === undefined) return undefined;
    const set =
      sets.get(index) ??
      readPairSet(table.subarray(table.readUInt16BE(10 + 2 * index)), size, advance);
    sets.set(index, set);
    return set.get(right);
  };
}

function readPairSet(set: Buffer, size: number, advance: number): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const count = set.readUInt16BE(0);
  countEntries(count);
  for (let pair = 0; pair < count; pair++) {
    const entry = 2 + pair * (2 + size);
    pairs.set(set.readUInt16BE(entry), set.readInt16BE(entry + 2 + advance));
  }
  return pairs;
}

function classPairs(
  table: Buffer,
  coverage: ReadonlyMap<number, number>,
  size: number,
  advance: number,
): PairTable {
  const leftClasses = readClasses(table.subarray(table.readUInt16BE(8)));
  const rightClasses = readClasses(table.subarray(table.readUInt16BE(10)));
  const rightCount = table.readUInt16BE(14);
  return (left, right) => {
    if (!coverage.has(left)) return undefined;
    const cell = (leftClasses.get(left) ?? 0) * rightCount + (rightClasses.get(right) ?? 0);
    return table.readInt16BE(16 + cell * size + advance);
  };
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Horizontal kerning in format 0, which is the only one that all systems support. */
const HORIZONTAL = 0x1;
/** Flags of a subtable: minimum values, cross-stream, and the format in the high byte. */
const UNSUPPORTED = 0xff06;

function readKernTable(table: Buffer): Kerning | undefined {
  if (table.readUInt16BE(0) !== 0) return undefined;
  const pairs = new Map<number, number>();
  let offset = 4;
  for (let index = 0; index < table.readUInt16BE(2); index++) {
    const coverage = table.readUInt16BE(offset + 4);
    if ((coverage & HORIZONTAL) !== 0 && (coverage & UNSUPPORTED) === 0) {
      const count = table.readUInt16BE(offset + 6);
      countEntries(count);
      for (let pair = 0; pair < count; pair++) {
        const entry = offset + 14 + 6 * pair;
        const key = table.readUInt32BE(entry);
        pairs.set(key, (pairs.get(key) ?? 0) + table.readInt16BE(entry + 4));
      }
    }
    const length = table.readUInt16BE(offset + 2);
    if (length === 0) break;
    offset += length;
  }
  return pairs.size === 0 ? undefined : (left, right) => pairs.get(left * 0x10000 + right) ?? 0;
}
