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

/** Loads the patterns of a language, if text needs them. */
export async function loadLanguage(language: string, isHyphenated: boolean): Promise<TextLanguage> {
  const hasCompounds = COMPOUNDS.has(new Intl.Locale(language).language);
  const patterns = isHyphenated || hasCompounds ? await loadHyphenator(language) : undefined;
  return {
    language,
    hyphenator: isHyphenated ? patterns : undefined,
    compounds: hasCompounds ? patterns : undefined,
  };
}
