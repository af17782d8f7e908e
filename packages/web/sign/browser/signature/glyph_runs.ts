/**
 * The fonts of typed signatures in the stylesheet, in the order of the signed document.
 */
const PAGE_FONTS =
  '"Paraph Hand", "Paraph Latin", "Paraph Hebrew", "Paraph Arabic", "Paraph Devanagari", "Paraph Thai"';

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

/** The characters of each font that was loaded from the server. */
const loadedGlyphs = new Map<string, Set<string>>();

let version = 0;

/** Changes whenever a font was loaded. */
export function glyphVersion(): number {
  return version;
}

/** Adds characters of a loaded font. */
export function addGlyphs(family: string, characters: string): void {
  const glyphs = loadedGlyphs.get(family) ?? new Set<string>();
  for (const character of characters) glyphs.add(character);
  loadedGlyphs.set(family, glyphs);
  version += 1;
}

/** Returns the characters of texts that no loaded font has: each once, sorted. */
export function missingGlyphs(texts: ReadonlyArray<string>): ReadonlyArray<string> {
  const missing = new Set<string>();
  for (const character of texts.join("")) {
    if (!hasPageFont(character) && loadedFamily(character) === undefined) missing.add(character);
  }
  // oxlint-disable-next-line unicorn/no-array-sort -- phones that lack toSorted sign documents too
  return Array.from(missing).sort();
}

/** Splits a text where the signed document changes the font. */
export function glyphRuns(text: string): ReadonlyArray<GlyphRun> {
  const runs: Array<{ text: string; own: string | undefined }> = [];
  for (const character of text) {
    const last = runs[runs.length - 1];
    const own = follows(character, last?.own) ? last?.own : loadedFamily(character);
    if (last !== undefined && last.own === own) last.text += character;
    else runs.push({ text: character, own });
  }
  return runs.map(({ text: part, own }) => ({ text: part, family: familyList(own) }));
}

/** Returns all fonts of the page, for text that is not split. */
export function allFamilies(): string {
  const own = Array.from(loadedGlyphs.keys(), (family) => `"${family}"`);
  return [PAGE_FONTS, ...own, "sans-serif"].join(", ");
}

/** Spaces and marks use the font of the preceding character if it has them. */
function follows(character: string, family: string | undefined): boolean {
  if (family === undefined || !/[\p{M} ]/u.test(character)) return false;
  return loadedGlyphs.get(family)?.has(character) ?? false;
}

function hasPageFont(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return (
    IS_BLANK.test(character) ||
    RANGES.some(([first, last]) => codePoint >= first && codePoint <= last)
  );
}

function loadedFamily(character: string): string | undefined {
  if (hasPageFont(character)) return undefined;
  for (const [family, characters] of loadedGlyphs) if (characters.has(character)) return family;
  return undefined;
}

function familyList(own: string | undefined): string {
  return own === undefined ? `${PAGE_FONTS}, sans-serif` : `"${own}", ${PAGE_FONTS}, sans-serif`;
}
