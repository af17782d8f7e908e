import type { FontFile } from "./opentype/font_file.ts";

/**
 * Cursive letters vary and connect with their neighbours, and emoji join to others, so that all text needs
 * shaping. The characters of CJK fonts keep their widths and are not kerned.
 */
export type FaceKind = "ordinary" | "cursive" | "cjk" | "emoji";

/** A font file, read once per thread. */
export interface Face {
  readonly name: string;
  readonly font: FontFile;
  /** Converts font units to thousandths of the font size. */
  readonly scale: number;
  /**
   * Returns the glyph of a code point that needs no shaping and that no other code point shares, so that text
   * extraction returns the code point; -1 when there is none.
   */
  readonly plainGlyph: (codePoint: number) => number;
  /** A glyph's advance in thousandths of the font size. */
  readonly width: (glyph: number) => number;
  readonly kind: FaceKind;
}

/** Marks entries of a table of glyphs that are not computed yet. */
const UNKNOWN = -2;

/** Returns whether all text of a face has to be shaped. */
export function needsShaping(kind: FaceKind): boolean {
  return kind === "cursive" || kind === "emoji";
}

/** Prepares a font for text. */
export function makeFace(font: FontFile, kind: FaceKind = "ordinary"): Face {
  const isShaped = needsShaping(kind);
  const scale = 1000 / font.unitsPerEm;
  const plain = new Int32Array(0x10000).fill(UNKNOWN);
  const widths = new Float64Array(font.glyphCount).fill(Number.NaN);
  const findPlain = (codePoint: number) => {
    const glyph = !isShaped && isPlain(codePoint) ? font.glyphOf(codePoint) : 0;
    return glyph !== 0 && font.codePointOf(glyph) === codePoint ? glyph : -1;
  };
  return {
    name: font.postscriptName,
    font,
    scale,
    kind,
    plainGlyph: (codePoint) => {
      if (codePoint > 0xffff) return findPlain(codePoint);
      const cachedGlyph = plain[codePoint] ?? UNKNOWN;
      return cachedGlyph === UNKNOWN ? (plain[codePoint] = findPlain(codePoint)) : cachedGlyph;
    },
    width: (glyph) => {
      const cachedWidth = widths[glyph] ?? 0;
      return Number.isNaN(cachedWidth)
        ? (widths[glyph] = font.advanceOf(glyph) * scale)
        : cachedWidth;
    },
  };
}

/**
 * Code points that need no shaping: Latin, Greek and Cyrillic without combining marks, punctuation,
 * currencies, arrows and symbols, Han, kana and Hangul.
 */
const PLAIN: ReadonlyArray<readonly [number, number]> = [
  [0x20, 0x7e],
  [0xa0, 0xac],
  [0xae, 0x2ff],
  [0x370, 0x482],
  [0x48a, 0x52f],
  [0x1e00, 0x1fff],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x2070, 0x20bf],
  [0x2100, 0x2bff],
  [0x2e80, 0x2fdf],
  [0x3000, 0x3029],
  [0x3030, 0x3098],
  [0x309b, 0x318e],
  [0x3190, 0x9fff],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xffee],
  [0x1f000, 0x1faff],
  [0x20000, 0x3ffff],
];

/** Returns whether a code point is drawn as a single glyph, regardless of its neighbours. */
export function isPlain(codePoint: number): boolean {
  return PLAIN.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** A character that no face has. */
export class MissingGlyph extends Error {
  readonly character: string;
  constructor(character: string) {
    super(`No font has the character "${character}" (U+${hex(character)})`);
    this.character = character;
  }
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

/** What a character that no font has is replaced by, where text cannot have a box. */
export const REPLACEMENT_CHARACTER = "\ufffd";
