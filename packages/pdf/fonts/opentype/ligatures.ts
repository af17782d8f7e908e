import type { FontFile } from "./font_file.ts";
import {
  countEntries,
  hasLanguage,
  lookupsOf,
  numbers,
  oncePerFont,
  readCoverage,
  readOr,
} from "./opentype_layout.ts";

/** A glyph that replaces a sequence of glyphs. */
export interface Ligature {
  /** The glyphs after the first one. */
  readonly rest: ReadonlyArray<number>;
  readonly glyph: number;
}

/** The default substitutions of a font. */
export interface Substitutions {
  /** The ligatures that begin with a glyph, in order of preference. */
  readonly ligatures: ReadonlyMap<number, ReadonlyArray<Ligature>>;
  /** The glyphs whose form depends on their neighbours in another way, so that HarfBuzz has to shape them. */
  readonly contextual: ReadonlySet<number>;
}

const LIGATURES = new Set(["liga", "clig", "rlig"]);
const ALTERNATES = new Set(["calt", "rclt"]);

/** Types of lookups: ligatures, and in contexts, which may be chained. */
const TYPE = { ligature: 4, context: 5, chain: 6 };

/** Reads the substitutions that fonts apply by default to Latin, Greek and Cyrillic text. */
export const readSubstitutions: (font: FontFile) => Substitutions = oncePerFont((font) =>
  readOr(NO_SUBSTITUTIONS, () => readTables(font)),
);

const NO_SUBSTITUTIONS: Substitutions = { ligatures: new Map(), contextual: new Set() };

/** The maximum number of ligatures that begin with a glyph. Text is compared with all of them. */
const MAX_LIGATURES = 1000;

function readTables(font: FontFile): Substitutions {
  const ligatures = new Map<number, Array<Ligature>>();
  const contextual = new Set<number>();
  for (const { type, subtables } of lookupsOf(font, "GSUB", LIGATURES)) {
    for (const table of subtables) {
      if (type === TYPE.ligature) addLigatures(table, ligatures);
      else for (const glyph of firstGlyphs(type, table)) contextual.add(glyph);
    }
  }
  for (const { type, subtables } of lookupsOf(font, "GSUB", ALTERNATES)) {
    for (const table of subtables)
      for (const glyph of firstGlyphs(type, table)) contextual.add(glyph);
  }
  return { ligatures, contextual };
}

/** The glyphs that a feature of the font replaces, alone or at the start of a sequence. */
export function glyphsOfFeature(font: FontFile, tag: string): ReadonlySet<number> {
  const features = featuresOf(font);
  const cachedGlyphs = features.get(tag);
  if (cachedGlyphs !== undefined) return cachedGlyphs;
  const glyphs = () =>
    lookupsOf(font, "GSUB", new Set([tag])).flatMap(({ type, subtables }) =>
      subtables.flatMap((table) => [...firstGlyphs(type, table)]),
    );
  const newGlyphs = new Set(readOr([], glyphs));
  features.set(tag, newGlyphs);
  return newGlyphs;
}

const LOCALIZED = new Set([...LIGATURES, "locl"]);

/**
 * The glyphs that can have another form in a language, by its OpenType tag: localized forms, and ligatures, of
 * which a language may have fewer.
 */
export function localizedGlyphs(font: FontFile, language: string): ReadonlySet<number> {
  const glyphs = () => {
    if (!hasLanguage(font, language)) return [];
    const lookups = [
      ...lookupsOf(font, "GSUB", LOCALIZED, language),
      ...lookupsOf(font, "GSUB", LIGATURES),
    ];
    return lookups.flatMap(({ type, subtables }) =>
      subtables.flatMap((table) => [...firstGlyphs(type, table)]),
    );
  };
  return new Set(readOr([], glyphs));
}

const featuresOf = oncePerFont((_font) => new Map<string, ReadonlySet<number>>());

function addLigatures(table: Buffer, ligatures: Map<number, Array<Ligature>>): void {
  const coverage = readCoverage(table.subarray(table.readUInt16BE(2)));
  for (const [first, index] of coverage) {
    const set = table.subarray(table.readUInt16BE(6 + 2 * index));
    const ofGlyph = numbers(set, 0).map((offset): Ligature => {
      const ligature = set.subarray(offset);
      const count = ligature.readUInt16BE(2) - 1;
      countEntries(count);
      const rest = Array.from({ length: count }, (_, part) => ligature.readUInt16BE(4 + 2 * part));
      return { rest, glyph: ligature.readUInt16BE(0) };
    });
    const all = ligatures.get(first) ?? [];
    all.push(...ofGlyph);
    if (all.length > MAX_LIGATURES) throw new RangeError("The font has too many ligatures");
    ligatures.set(first, all);
  }
}

/** The glyphs at which a substitution can begin. */
function firstGlyphs(type: number, table: Buffer): Iterable<number> {
  const format = table.readUInt16BE(0);
  if (format !== 3 || (type !== TYPE.context && type !== TYPE.chain))
    return readCoverage(table.subarray(table.readUInt16BE(2))).keys();
  if (type === TYPE.context) return readCoverage(table.subarray(table.readUInt16BE(6))).keys();
  const inputs = 4 + 2 * table.readUInt16BE(2);
  return readCoverage(table.subarray(table.readUInt16BE(inputs + 2))).keys();
}
