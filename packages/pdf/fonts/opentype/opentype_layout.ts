import type { FontFile } from "./font_file.ts";

/** A lookup of `GSUB` or `GPOS`. Extensions are resolved. */
export interface Lookup {
  readonly type: number;
  readonly subtables: ReadonlyArray<Buffer>;
}

/** The scripts whose letters neither join nor stack, and the script of text without letters. */
const SCRIPTS = new Set(["DFLT", "latn", "grek", "cyrl"]);

const EXTENSION: Record<TableName, number> = { GSUB: 7, GPOS: 9 };
type TableName = "GSUB" | "GPOS";

/**
 * Returns the lookups that Latin, Greek and Cyrillic text uses for some features, in order of application.
 *
 * @param language The OpenType tag of a language, for the lookups of that language alone.
 */
export function lookupsOf(
  font: FontFile,
  name: TableName,
  features: ReadonlySet<string>,
  language?: string,
): ReadonlyArray<Lookup> {
  const table = font.tables.get(name);
  if (table === undefined) return [];
  const lookupList = table.subarray(table.readUInt16BE(8));
  const indexes = [...featuresOf(table, language)]
    .flatMap((index) => lookupIndexes(table, index, features))
    .toSorted((a, b) => a - b);
  const lookups = [...new Set(indexes)].map((index) =>
    readLookup(lookupList.subarray(lookupList.readUInt16BE(2 + 2 * index)), EXTENSION[name]),
  );
  const count = lookups.reduce((sum, { subtables }) => sum + subtables.length, 0);
  if (count > MAX_SUBTABLES) throw new RangeError("The font has too many subtables");
  return lookups;
}

/** The maximum number of subtables for some features. Each pair of letters may be looked up in all. */
const MAX_SUBTABLES = 2000;

/** Whether a font has substitutions of its own for a language in Latin, Greek or Cyrillic text. */
export function hasLanguage(font: FontFile, tag: string): boolean {
  const table = font.tables.get("GSUB");
  return table !== undefined && languageSystems(table, tag).length > 0;
}

/** The features of the scripts, in their default language or in another one. */
function featuresOf(table: Buffer, tag: string | undefined): ReadonlySet<number> {
  const features = new Set<number>();
  for (const language of languageSystems(table, tag)) {
    const required = language.readUInt16BE(2);
    if (required !== 0xffff) features.add(required);
    for (const feature of numbers(language, 4)) features.add(feature);
  }
  return features;
}

/** What the scripts have for their default language, or for another one. */
function languageSystems(table: Buffer, tag: string | undefined): ReadonlyArray<Buffer> {
  const scripts = table.subarray(table.readUInt16BE(4));
  const systems: Array<Buffer> = [];
  const count = scripts.readUInt16BE(0);
  countEntries(count);
  for (let index = 0; index < count; index++) {
    const entry = 2 + 6 * index;
    if (!SCRIPTS.has(scripts.toString("latin1", entry, entry + 4))) continue;
    const script = scripts.subarray(scripts.readUInt16BE(entry + 4));
    const offset = tag === undefined ? script.readUInt16BE(0) : languageOffset(script, tag);
    if (offset !== 0) systems.push(script.subarray(offset));
  }
  return systems;
}

/** The offset of the features of a language; 0 if the script has none of its own. */
function languageOffset(script: Buffer, tag: string): number {
  const count = script.readUInt16BE(2);
  countEntries(count);
  for (let index = 0; index < count; index++) {
    const entry = 4 + 6 * index;
    if (script.toString("latin1", entry, entry + 4) === tag) return script.readUInt16BE(entry + 4);
  }
  return 0;
}

function lookupIndexes(
  table: Buffer,
  feature: number,
  names: ReadonlySet<string>,
): ReadonlyArray<number> {
  const list = table.subarray(table.readUInt16BE(6));
  const entry = 2 + 6 * feature;
  if (!names.has(list.toString("latin1", entry, entry + 4))) return [];
  return numbers(list.subarray(list.readUInt16BE(entry + 4)), 2);
}

function readLookup(lookup: Buffer, extension: number): Lookup {
  const type = lookup.readUInt16BE(0);
  const subtables = numbers(lookup, 4).map((offset) => lookup.subarray(offset));
  if (type !== extension) return { type, subtables };
  return {
    type: subtables[0]?.readUInt16BE(2) ?? 0,
    subtables: subtables.map((subtable) => subtable.subarray(subtable.readUInt32BE(4))),
  };
}

/** The maximum number of entries of tables that are read in one go. Tables can refer to others repeatedly. */
const MAX_ENTRIES = 1_000_000;

/** The number of entries that the current part of a font may still have. */
let entriesLeft = 0;

/** Counts entries before they are read. */
export function countEntries(count: number): void {
  entriesLeft -= count;
  if (entriesLeft < 0) throw new RangeError("The font has too many entries");
}

/**
 * Reads a part of a font, or returns the fallback if it is damaged or takes too long to read. HarfBuzz ignores
 * damaged tables too.
 */
export function readOr<A>(fallback: A, read: () => A): A {
  entriesLeft = MAX_ENTRIES;
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return fallback;
    throw error;
  }
}

/** Reads a list of 16-bit numbers, which begins with its length. */
export function numbers(table: Buffer, offset: number): ReadonlyArray<number> {
  const count = table.readUInt16BE(offset);
  countEntries(count);
  return Array.from({ length: count }, (_, index) => table.readUInt16BE(offset + 2 + 2 * index));
}

/** Reads a coverage table: the position of each glyph in it. */
export function readCoverage(table: Buffer): ReadonlyMap<number, number> {
  const coverage = new Map<number, number>();
  if (table.readUInt16BE(0) === 1) {
    numbers(table, 2).forEach((glyph, index) => coverage.set(glyph, index));
    return coverage;
  }
  for (const { first, last, value } of ranges(table)) {
    for (let glyph = first; glyph <= last; glyph++) coverage.set(glyph, value + glyph - first);
  }
  return coverage;
}

/** Reads a class definition: the class of each glyph whose class is not 0. */
export function readClasses(table: Buffer): ReadonlyMap<number, number> {
  const classes = new Map<number, number>();
  if (table.readUInt16BE(0) === 1) {
    const first = table.readUInt16BE(2);
    numbers(table, 4).forEach((number, index) => classes.set(first + index, number));
    return classes;
  }
  for (const { first, last, value } of ranges(table)) {
    for (let glyph = first; glyph <= last; glyph++) classes.set(glyph, value);
  }
  return classes;
}

/** The ranges of glyphs of a table in format 2. They are in ascending order; others are ignored. */
function* ranges(
  table: Buffer,
): Generator<{ readonly first: number; readonly last: number; readonly value: number }> {
  let next = 0;
  const count = table.readUInt16BE(2);
  countEntries(count);
  for (let index = 0; index < count; index++) {
    const entry = 4 + 6 * index;
    const [first, last] = [table.readUInt16BE(entry), table.readUInt16BE(entry + 2)];
    if (first < next) continue;
    countEntries(Math.max(0, last - first + 1));
    yield { first, last, value: table.readUInt16BE(entry + 4) };
    next = Math.max(next, last + 1);
  }
}

/** Reads a part of each font once. */
export function oncePerFont<A>(read: (font: FontFile) => A): (font: FontFile) => A {
  const parts = new WeakMap<FontFile, { readonly part: A }>();
  return (font) => {
    const cached = parts.get(font) ?? { part: read(font) };
    parts.set(font, cached);
    return cached.part;
  };
}
