import { type FontFeatures, STANDARD_FEATURES } from "../fonts/font_features.ts";
import type { Hyphenator } from "./hyphenation.ts";

/** How text of a language is shaped and hyphenated. */
export interface LanguageOptions {
  readonly features: FontFeatures;
  /** BCP 47. It determines the form of Han characters. */
  readonly language: string;
  /** Divides words. Without it, words are divided only at soft hyphens. */
  readonly hyphenator: Hyphenator | undefined;
}

/** How text is shaped and hyphenated. */
export interface TextOptions extends LanguageOptions {
  /** The options of spans in another language. */
  readonly inLanguage?: (language: string) => LanguageOptions;
  /** Called with each character that no font has, which prints as a box. Without it, they are errors. */
  readonly missing: ((character: string) => void) | undefined;
  /** Whether tabs lead to tab stops; otherwise they are spaces. */
  readonly hasTabs?: boolean;
  /** Whether straight quotation marks become those of the language. */
  readonly hasSmartQuotes?: boolean;
  /** Whether Chinese or Japanese characters have distances to letters, and adjacent punctuation is closer. */
  readonly hasCjkGaps?: boolean;
  /** Whether lines are justified, so that they are widened between Chinese or Japanese characters. */
  readonly isJustified?: boolean;
}

/** Kerned text of any language without hyphenation; all characters need a font. */
export const STANDARD_TEXT: TextOptions = {
  features: STANDARD_FEATURES,
  language: "und",
  hyphenator: undefined,
  missing: undefined,
};
