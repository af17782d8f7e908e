import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { BUNDLED_FONTS, type BundledFontName, emphasizedFace } from "@paraph/core/fonts";

import { type FontFile, readFont } from "./font_file.ts";
import type { FontKey } from "./template_font.ts";

const require = createRequire(import.meta.url);
const google = (file: string) => `@expo-google-fonts/${file}.ttf`;

/** The bundled fonts, as files of packages. */
export const FONT_FILES = {
  "Roboto-Light": google("roboto/300Light/Roboto_300Light"),
  "Roboto-Regular": google("roboto/400Regular/Roboto_400Regular"),
  "Roboto-Medium": google("roboto/500Medium/Roboto_500Medium"),
  "Roboto-Bold": google("roboto/700Bold/Roboto_700Bold"),
  "Roboto-Italic": google("roboto/400Regular_Italic/Roboto_400Regular_Italic"),
  "Roboto-BoldItalic": google("roboto/700Bold_Italic/Roboto_700Bold_Italic"),
  SourceSerif: google("source-serif-4/400Regular/SourceSerif4_400Regular"),
  "SourceSerif-Bold": google("source-serif-4/700Bold/SourceSerif4_700Bold"),
  "SourceSerif-Italic": google("source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic"),
  "SourceSerif-BoldItalic": google("source-serif-4/700Bold_Italic/SourceSerif4_700Bold_Italic"),
  SourceSans: google("source-sans-3/400Regular/SourceSans3_400Regular"),
  "SourceSans-Bold": google("source-sans-3/700Bold/SourceSans3_700Bold"),
  "SourceSans-Italic": google("source-sans-3/400Regular_Italic/SourceSans3_400Regular_Italic"),
  "SourceSans-BoldItalic": google("source-sans-3/700Bold_Italic/SourceSans3_700Bold_Italic"),
  SourceCode: google("source-code-pro/400Regular/SourceCodePro_400Regular"),
  "SourceCode-Bold": google("source-code-pro/700Bold/SourceCodePro_700Bold"),
  "SourceCode-Italic": google("source-code-pro/400Regular_Italic/SourceCodePro_400Regular_Italic"),
  "SourceCode-BoldItalic": google("source-code-pro/700Bold_Italic/SourceCodePro_700Bold_Italic"),
  Caveat: google("caveat/400Regular/Caveat_400Regular"),
  "Caveat-Bold": google("caveat/700Bold/Caveat_700Bold"),
  Hebrew: google("noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular"),
  "Hebrew-Bold": google("noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold"),
  Arabic: google("vazirmatn/400Regular/Vazirmatn_400Regular"),
  "Arabic-Bold": google("vazirmatn/700Bold/Vazirmatn_700Bold"),
  Devanagari: google("noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular"),
  "Devanagari-Bold": google("noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold"),
  Thai: google("noto-sans-thai/400Regular/NotoSansThai_400Regular"),
  "Thai-Bold": google("noto-sans-thai/700Bold/NotoSansThai_700Bold"),
  Han: google("chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular"),
  Hangul: google("gowun-dodum/400Regular/GowunDodum_400Regular"),
  Handwriting: google("caveat/500Medium/Caveat_500Medium"),
  Symbols: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  "Symbols-Bold": "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf",
} as const;

type FontFileName = keyof typeof FONT_FILES;

/** Returns the path of a bundled font. Resolving all paths takes as long as starting a thread. */
export function fontPath(name: FontFileName): string {
  return require.resolve(FONT_FILES[name]);
}

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
  /** Whether letters vary and connect with their neighbours, so that all text needs shaping. */
  readonly isCursive: boolean;
}

/** The fallbacks of a named face: for scripts, for symbols, and for CJK. */
const REGULAR: ReadonlyArray<FontFileName> = [
  "Hebrew",
  "Arabic",
  "Devanagari",
  "Thai",
  "Symbols",
  "Han",
  "Hangul",
];
const BOLD: ReadonlyArray<FontFileName> = [
  "Hebrew-Bold",
  "Arabic-Bold",
  "Devanagari-Bold",
  "Thai-Bold",
  "Symbols-Bold",
  "Symbols",
  "Han",
  "Hangul",
];

/** A bundled font of layouts, or the font of typed signatures. */
type BundledChain = BundledFontName | "Handwriting";

/** A font of layouts, or the font of typed signatures. */
export type ChainName = BundledChain | FontKey;

const CHAINS: Record<BundledChain, ReadonlyArray<FontFileName>> = {
  Roboto: ["Roboto-Regular", ...REGULAR],
  "Roboto-Light": ["Roboto-Light", ...REGULAR],
  "Roboto-Medium": ["Roboto-Medium", ...BOLD],
  "Roboto-Bold": ["Roboto-Bold", ...BOLD],
  "Roboto-Italic": ["Roboto-Italic", ...REGULAR],
  "Roboto-BoldItalic": ["Roboto-BoldItalic", ...BOLD],
  SourceSerif: ["SourceSerif", "Roboto-Regular", ...REGULAR],
  "SourceSerif-Bold": ["SourceSerif-Bold", "Roboto-Bold", ...BOLD],
  "SourceSerif-Italic": ["SourceSerif-Italic", "Roboto-Italic", ...REGULAR],
  "SourceSerif-BoldItalic": ["SourceSerif-BoldItalic", "Roboto-BoldItalic", ...BOLD],
  SourceSans: ["SourceSans", "Roboto-Regular", ...REGULAR],
  "SourceSans-Bold": ["SourceSans-Bold", "Roboto-Bold", ...BOLD],
  "SourceSans-Italic": ["SourceSans-Italic", "Roboto-Italic", ...REGULAR],
  "SourceSans-BoldItalic": ["SourceSans-BoldItalic", "Roboto-BoldItalic", ...BOLD],
  SourceCode: ["SourceCode", "Roboto-Regular", ...REGULAR],
  "SourceCode-Bold": ["SourceCode-Bold", "Roboto-Bold", ...BOLD],
  "SourceCode-Italic": ["SourceCode-Italic", "Roboto-Italic", ...REGULAR],
  "SourceCode-BoldItalic": ["SourceCode-BoldItalic", "Roboto-BoldItalic", ...BOLD],
  Caveat: ["Caveat", "Roboto-Regular", ...REGULAR],
  "Caveat-Bold": ["Caveat-Bold", "Roboto-Bold", ...BOLD],
  Handwriting: ["Handwriting", "Roboto-Regular", ...REGULAR],
};

const faces = new Map<FontFileName, Face>();

/** The fonts whose letters connect with their neighbours. */
const CURSIVE: ReadonlySet<FontFileName> = new Set(["Handwriting", "Caveat", "Caveat-Bold"]);

function loadFace(name: FontFileName): Face {
  const cachedFace = faces.get(name);
  if (cachedFace !== undefined) return cachedFace;
  const face = makeFace(readFont(readFileSync(fontPath(name))), CURSIVE.has(name));
  faces.set(name, face);
  return face;
}

/** A font with its fallbacks, which are loaded when a text needs them. */
export class FontChain {
  readonly #members: ReadonlyArray<() => Face>;
  readonly #choices = new Map<number, Face>();

  constructor(members: ReadonlyArray<() => Face>) {
    this.#members = members;
  }

  /** The face that determines the line height. */
  get lead(): Face {
    const [lead] = this.#members;
    if (lead === undefined) throw new Error("A font chain has a face");
    return lead();
  }

  /** The first face that has a character. */
  faceFor(codePoint: number): Face {
    const cachedFace = this.#choices.get(codePoint);
    if (cachedFace !== undefined) return cachedFace;
    const face = this.find(({ font }) => font.glyphOf(codePoint) !== 0);
    if (face === undefined) throw new MissingGlyph(String.fromCodePoint(codePoint));
    this.#choices.set(codePoint, face);
    return face;
  }

  /** The first face that meets a condition. */
  find(matches: (face: Face) => boolean): Face | undefined {
    for (const member of this.#members) {
      const face = member();
      if (matches(face)) return face;
    }
    return undefined;
  }
}

const bundledChains = new Map<BundledChain, FontChain>();

function bundledChain(name: BundledChain): FontChain {
  const cachedChain = bundledChains.get(name);
  if (cachedChain !== undefined) return cachedChain;
  const chain = new FontChain(CHAINS[name].map((file) => () => loadFace(file)));
  bundledChains.set(name, chain);
  return chain;
}

/** A chain of a project's face and the fallbacks of Roboto in a similar style. */
export function chainWithFallbacks(
  face: () => Face,
  { isBold, isItalic }: { readonly isBold: boolean; readonly isItalic: boolean },
): FontChain {
  const roboto = CHAINS[emphasizedBundled("Roboto", isBold, isItalic)];
  return new FontChain([face, ...roboto.map((file) => () => loadFace(file))]);
}

/** Marks entries of a table of glyphs that are not computed yet. */
const UNKNOWN = -2;

/** Prepares a font for text. */
export function makeFace(font: FontFile, isCursive = false): Face {
  const scale = 1000 / font.unitsPerEm;
  const plain = new Int32Array(0x10000).fill(UNKNOWN);
  const widths = new Float64Array(font.glyphCount).fill(Number.NaN);
  const findPlain = (codePoint: number) => {
    const glyph = !isCursive && isPlain(codePoint) ? font.glyphOf(codePoint) : 0;
    return glyph !== 0 && font.codePointOf(glyph) === codePoint ? glyph : -1;
  };
  return {
    name: font.postscriptName,
    font,
    scale,
    isCursive,
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

const REPLACEMENT_CHARACTER = "\ufffd";

/** No font has the middle dot of katakana, but one has its halfwidth form. */
const SUBSTITUTES = new Map([["\u30fb", "\uff65"]]);

/** Returns the replacement for a character that no font has. */
export function substituteFor(character: string): string {
  return SUBSTITUTES.get(character) ?? REPLACEMENT_CHARACTER;
}

/** The chains of fonts of projects, which a document opens before it is rendered. */
export const openChains = new Map<FontKey, OpenChain>();

/** A font of a project on this thread. */
export interface OpenChain {
  readonly chain: FontChain;
  readonly bold: FontKey;
  readonly italic: FontKey;
  readonly boldItalic: FontKey;
}

function openChain(key: FontKey): OpenChain {
  const open = openChains.get(key);
  if (open === undefined) throw new Error("The font of a text was not loaded");
  return open;
}

function isBundled(name: ChainName): name is BundledChain {
  return Object.hasOwn(CHAINS, name);
}

function chainOf(name: ChainName): FontChain {
  return isBundled(name) ? bundledChain(name) : openChain(name).chain;
}

/** Returns the face that determines the line height of a named font. */
export function leadFace(name: ChainName): Face {
  return chainOf(name).lead;
}

/** Returns the first face of a font's fallback chain that has a character. */
export function faceFor(name: ChainName, codePoint: number): Face {
  return chainOf(name).faceFor(codePoint);
}

/**
 * Returns the first face of a font's fallback chain that has a letter and all of its marks, undefined when
 * none has.
 */
export function faceForAll(name: ChainName, codePoints: ReadonlyArray<number>): Face | undefined {
  const [letter = 0, ...marks] = codePoints;
  const hasMarks = ({ font }: Face) => marks.every((mark) => font.glyphOf(mark) !== 0);
  const chain = chainOf(name);
  const face = chain.faceFor(letter);
  if (hasMarks(face)) return face;
  return chain.find((other) => other.font.glyphOf(letter) !== 0 && hasMarks(other));
}

/** Returns the font of the same family that emphasizes text. */
export function emphasizedFont(
  name: ChainName,
  { bold, italic }: { readonly bold: boolean; readonly italic: boolean },
): ChainName {
  if ((!bold && !italic) || name === "Handwriting") return name;
  if (isBundled(name)) return emphasizedBundled(name, bold, italic);
  const open = openChain(name);
  return bold && italic ? open.boldItalic : bold ? open.bold : open.italic;
}

const emphasizedNames = new Map<string, BundledFontName>();

function emphasizedBundled(name: BundledFontName, bold: boolean, italic: boolean): BundledFontName {
  const key = `${name} ${bold} ${italic}`;
  const cachedName = emphasizedNames.get(key);
  if (cachedName !== undefined) return cachedName;
  const face = BUNDLED_FONTS.find((candidate) => candidate.name === name);
  const emphasized =
    face === undefined ? name : emphasizedFace(face, { bold, italic }, BUNDLED_FONTS).name;
  emphasizedNames.set(key, emphasized);
  return emphasized;
}
