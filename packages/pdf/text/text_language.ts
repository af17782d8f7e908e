import { type Hyphenator, loadHyphenator } from "./hyphenation.ts";

/** A language of text, and how its words are divided. */
export interface TextLanguage {
  /** BCP 47. */
  readonly language: string;
  /** Undefined if no text is hyphenated, or for a language without patterns. */
  readonly hyphenator: Hyphenator | undefined;
  /** Divides words into parts that ligatures do not join, in languages with long compounds. */
  readonly compounds: Hyphenator | undefined;
}

/** Languages in which ligatures do not join the parts of compounds, as in Auf-lage. */
const COMPOUNDS: ReadonlySet<string> = new Set(["de"]);

/** Whether text in a language has compounds, by its tag: documents repeat few, and to parse one takes long. */
const compoundTags = new Map<string, boolean>();

const CACHE_LIMIT = 1000;

function hasCompoundsIn(tag: string): boolean {
  const cached = compoundTags.get(tag);
  if (cached !== undefined) return cached;
  const hasCompounds = COMPOUNDS.has(new Intl.Locale(tag).language);
  if (compoundTags.size >= CACHE_LIMIT) compoundTags.clear();
  compoundTags.set(tag, hasCompounds);
  return hasCompounds;
}

/** Loads the patterns of a language, if text needs them. */
export async function loadLanguage(language: string, isHyphenated: boolean): Promise<TextLanguage> {
  const hasCompounds = hasCompoundsIn(language);
  const patterns = isHyphenated || hasCompounds ? await loadHyphenator(language) : undefined;
  return {
    language,
    hyphenator: isHyphenated ? patterns : undefined,
    compounds: hasCompounds ? patterns : undefined,
  };
}
