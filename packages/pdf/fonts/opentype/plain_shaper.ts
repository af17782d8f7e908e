import type { Hyphenator } from "../../text/hyphenation.ts";
import type { Cluster } from "../cluster.ts";
import type { Face } from "../faces.ts";
import { type FontFeatures, LANGUAGE_TAGS } from "../font_features.ts";
import { type Kerning, readKerning } from "./kerning.ts";
import { glyphsOfFeature, type Ligature, localizedGlyphs, readSubstitutions } from "./ligatures.ts";

/** A ligature in a text, and the end of the characters that it replaces. */
export interface FoundLigature {
  readonly cluster: Cluster;
  readonly glyph: number;
  readonly end: number;
}

/** The maximum number of glyphs whose distances are cached: a row of a large font takes 128 KiB. */
const MAX_ROWS = 256;

/** Marks pairs of glyphs whose distance is not computed yet. */
const UNKNOWN = -32_768;

/** The role of a glyph in substitutions; 0 for most. */
const BEGINS_LIGATURE = 1;
export const IS_CONTEXTUAL = 2;

/**
 * Shapes plain text: kerning and ligatures, read from the tables of the font. This is many times faster than
 * HarfBuzz, which returns the same.
 */
export class PlainShaper {
  readonly #face: Face;
  readonly #kerning: Kerning | undefined;
  readonly #ligatures: ReadonlyMap<number, ReadonlyArray<Ligature>>;
  /** The distances by the left glyph and the right one, computed on demand. */
  readonly #rows: Array<Int16Array | undefined>;
  #rowCount = 0;
  readonly #clusters = new Map<string, Cluster>();
  readonly #divide: Hyphenator | undefined;
  /** A role for each glyph: begins a ligature, or depends on its neighbours so that HarfBuzz shapes it. */
  readonly roles: Uint8Array;

  constructor(face: Face, { kerning, ligatures, tags, divide, language }: FontFeatures) {
    const { font } = face;
    const isOn = (tag: string) => !tags.includes(`-${tag}`);
    this.#face = face;
    this.#divide = divide;
    const isKerned = kerning && isOn("kern") && face.kind !== "cjk";
    this.#kerning = isKerned ? readKerning(font) : undefined;
    this.#rows = Array.from<Int16Array | undefined>({
      length: this.#kerning === undefined ? 0 : font.glyphCount,
    });
    this.roles = new Uint8Array(font.glyphCount);
    const substitutions = kerning ? readSubstitutions(font) : undefined;
    this.#ligatures =
      (ligatures && isOn("liga") ? substitutions?.ligatures : undefined) ?? new Map();
    for (const glyph of this.#ligatures.keys()) this.roles[glyph] = BEGINS_LIGATURE;
    const languageTag = language && LANGUAGE_TAGS[language];
    const contextual = [
      ...(languageTag ? localizedGlyphs(font, languageTag) : []),
      ...(substitutions?.contextual ?? []),
      // Text without the glyphs of a feature stays plain, such as letters with tabular figures.
      ...tags.flatMap((tag) => [...glyphsOfFeature(font, tag.replace(/^-/, ""))]),
    ];
    for (const glyph of contextual) this.roles[glyph] = IS_CONTEXTUAL;
  }

  /** The distance between two glyphs in thousandths of the font size, rounded as it is written. */
  kern(left: number, right: number): number {
    const distance = this.#rows[left]?.[right] ?? UNKNOWN;
    return distance === UNKNOWN ? this.#computeKern(left, right) : distance;
  }

  #computeKern(left: number, right: number): number {
    if (this.#kerning === undefined) return 0;
    let row = this.#rows[left];
    if (row === undefined) {
      if (this.#rowCount >= MAX_ROWS) {
        this.#rows.fill(undefined);
        this.#rowCount = 0;
      }
      row = new Int16Array(this.#face.font.glyphCount).fill(UNKNOWN);
      this.#rows[left] = row;
      this.#rowCount += 1;
    }
    return (row[right] = Math.round(this.#kerning(left, right) * this.#face.scale));
  }

  /** The ligature of the characters from `start`, undefined if there is none before `end`. */
  ligatureAt(text: string, start: number, end: number, first: number): FoundLigature | undefined {
    for (const { rest, glyph } of this.#ligatures.get(first) ?? []) {
      // Characters beyond the basic plane have no ligatures.
      const ligatureEnd = start + 1 + rest.length;
      const matches =
        ligatureEnd <= end &&
        rest.every(
          (other, index) => this.#face.plainGlyph(text.charCodeAt(start + 1 + index)) === other,
        );
      if (!matches || this.#isDivided(text, start, ligatureEnd)) continue;
      return {
        glyph,
        end: ligatureEnd,
        cluster: this.#cluster(glyph, text.slice(start, ligatureEnd)),
      };
    }
    return undefined;
  }

  /** Whether a word is divided between two offsets. */
  #isDivided(text: string, start: number, end: number): boolean {
    if (this.#divide === undefined) return false;
    let [wordStart, wordEnd] = [start, end];
    while (wordStart > start - LONGEST && wordStart > 0 && LETTER.test(text.charAt(wordStart - 1)))
      wordStart -= 1;
    while (wordEnd < end + LONGEST && LETTER.test(text.charAt(wordEnd))) wordEnd += 1;
    return this.#divide(text.slice(wordStart, wordEnd)).some(
      (offset) => wordStart + offset > start && wordStart + offset < end,
    );
  }

  #cluster(glyph: number, text: string): Cluster {
    const cachedCluster = this.#clusters.get(text);
    if (cachedCluster !== undefined) return cachedCluster;
    const advance = this.#face.font.advanceOf(glyph);
    const cluster = { parts: [{ glyph, x: 0, y: 0 }], advance, after: 0, text };
    this.#clusters.set(text, cluster);
    return cluster;
  }
}

const LETTER = /\p{L}/u;

/** Longer words are not divided; the limit keeps their reading linear. */
const LONGEST = 80;

const shapers = new WeakMap<Face, Map<FontFeatures, PlainShaper>>();

/** The limit of shapers for a face: each has some hundred kilobytes, and a template may request many features. */
const MOST_SHAPERS = 32;

/** Features that change distances and not glyphs. */
const POSITIONING = new Set(["cpsp", "palt", "halt", "pkna", "chws"]);

/** The result of the latest call, which most calls repeat. */
let latest:
  | { readonly face: Face; readonly features: FontFeatures; readonly shaper: PlainShaper }
  | undefined;

/** Returns the shaper of a face, undefined if the features need HarfBuzz for all text. */
export function plainShaper(face: Face, features: FontFeatures): PlainShaper | undefined {
  if (latest?.face === face && latest.features === features) return latest.shaper;
  if (features.tags.some((tag) => POSITIONING.has(tag.replace(/^-/, "")))) return undefined;
  const ofFace = shapers.get(face) ?? new Map<FontFeatures, PlainShaper>();
  shapers.set(face, ofFace);
  let shaper = ofFace.get(features);
  if (shaper === undefined) {
    if (ofFace.size >= MOST_SHAPERS) ofFace.clear();
    shaper = new PlainShaper(face, features);
    ofFace.set(features, shaper);
  }
  latest = { face, features, shaper };
  return shaper;
}
