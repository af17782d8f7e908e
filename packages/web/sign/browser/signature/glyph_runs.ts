import type { SignatureFace } from "@paraph/core/builtin_provider";

/** The script fonts of typed signatures. */
export const FACES: ReadonlyArray<SignatureFace> = [
  "caveat",
  "dancing-script",
  "marck-script",
  "sacramento",
];

/** The name of each script font in the stylesheet. */
const SCRIPT_FONTS: Readonly<Record<SignatureFace, string>> = {
  caveat: '"Paraph Caveat"',
  "dancing-script": '"Paraph Dancing Script", "Paraph Caveat"',
  "marck-script": '"Paraph Marck Script", "Paraph Caveat"',
  sacramento: '"Paraph Sacramento", "Paraph Caveat"',
};

/** The fonts of other characters in the stylesheet, in the order of the signed document. */
const OTHER_FONTS =
  '"Paraph Latin", "Paraph Hebrew", "Paraph Arabic", "Paraph Devanagari", "Paraph Thai"';

/** The code points of these fonts. Fonts of other scripts are too large for the page. */
const RANGES: ReadonlyArray<readonly [number, number]> = [
  [0x0, 0x52f],
  [0x590, 0x77f],
  [0x900, 0x97f],
  [0xe00, 0xe7f],
  [0x1e00, 0x1fff],
  [0x2000, 0x206f],
  [0xa8e0, 0xa8ff],
  [0xfb1d, 0xfdff],
  [0xfe70, 0xfefc],
];

/** Invisible characters. */
const IS_BLANK = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u;

/** Text in one font. */
export interface GlyphRun {
  readonly text: string;
  /** A CSS font family list. */
  readonly family: string;
}

/** The characters of each font that was loaded from the server, by script font. */
const loadedGlyphs = new Map<SignatureFace, Map<string, Set<string>>>();

let version = 0;

/** Changes whenever a font was loaded. */
export function glyphVersion(): number {
  return version;
}

/** Adds characters of a font that was loaded for signatures in a script font. */
export function addGlyphs(face: SignatureFace, family: string, characters: string): void {
  const families = loadedGlyphs.get(face) ?? new Map<string, Set<string>>();
  const glyphs = families.get(family) ?? new Set<string>();
  for (const character of characters) glyphs.add(character);
  loadedGlyphs.set(face, families.set(family, glyphs));
  version += 1;
}

/** Returns the characters of texts that no loaded font has: each once, sorted. */
export function missingGlyphs(
  texts: ReadonlyArray<string>,
  face: SignatureFace,
): ReadonlyArray<string> {
  const missing = new Set<string>();
  for (const character of texts.join("")) {
    if (!hasPageFont(character) && loadedFamily(character, face) === undefined)
      missing.add(character);
  }
  // oxlint-disable-next-line unicorn/no-array-sort -- phones that lack toSorted sign documents too
  return Array.from(missing).sort();
}

/** Splits a text where the signed document changes the font. */
export function glyphRuns(text: string, face: SignatureFace): ReadonlyArray<GlyphRun> {
  const runs: Array<{ text: string; own: string | undefined }> = [];
  for (const character of text) {
    const last = runs[runs.length - 1];
    const isContinued = follows(character, face, last?.own);
    const own = isContinued ? last?.own : loadedFamily(character, face);
    if (last !== undefined && last.own === own) last.text += character;
    else runs.push({ text: character, own });
  }
  return runs.map(({ text: part, own }) => ({ text: part, family: familyList(face, own) }));
}

/** Returns all fonts of the page, for text that is not split. */
export function allFamilies(face: SignatureFace): string {
  const own = Array.from(loadedGlyphs.get(face)?.keys() ?? [], (family) => `"${family}"`);
  return [SCRIPT_FONTS[face], OTHER_FONTS, ...own, "sans-serif"].join(", ");
}

/** Spaces and marks use the font of the preceding character if it has them. */
function follows(character: string, face: SignatureFace, family: string | undefined): boolean {
  if (family === undefined || !/[\p{M} ]/u.test(character)) return false;
  return loadedGlyphs.get(face)?.get(family)?.has(character) ?? false;
}

function hasPageFont(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return (
    IS_BLANK.test(character) ||
    RANGES.some(([first, last]) => codePoint >= first && codePoint <= last)
  );
}

function loadedFamily(character: string, face: SignatureFace): string | undefined {
  if (hasPageFont(character)) return undefined;
  for (const [family, characters] of loadedGlyphs.get(face) ?? [])
    if (characters.has(character)) return family;
  return undefined;
}

function familyList(face: SignatureFace, own: string | undefined): string {
  const pageFonts = `${SCRIPT_FONTS[face]}, ${OTHER_FONTS}, sans-serif`;
  return own === undefined ? pageFonts : `"${own}", ${pageFonts}`;
}
