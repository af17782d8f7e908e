import type { Hyphenator } from "../text/hyphenation.ts";

/** The OpenType features of a text. Equal ones are one object, so that results can be cached by it. */
export interface FontFeatures {
  /** Whether pairs of letters are kerned. Without kerning, text has no ligatures either. */
  readonly kerning: boolean;
  /** Whether standard ligatures replace their letters. */
  readonly ligatures: boolean;
  /** Further features by their tags, such as `tnum`; `-liga` switches a feature off. */
  readonly tags: ReadonlyArray<string>;
  /** Divides words into parts, whose letters ligatures do not join. */
  readonly divide?: Hyphenator;
  /** The language of text for which fonts often have letterforms of their own: the first subtag of BCP 47. */
  readonly language?: string;
  readonly key: string;
}

const cachedFeatures = new Map<string, FontFeatures>();

/** Returns the features with these settings. */
export function fontFeatures({
  kerning,
  ligatures,
  tags,
}: Omit<FontFeatures, "key">): FontFeatures {
  if (tags.length === 0 && kerning && ligatures) return STANDARD_FEATURES;
  const key = [kerning ? "kern" : "", kerning && ligatures ? "liga" : "", ...tags].join(" ");
  const cached = cachedFeatures.get(key);
  if (cached !== undefined) return cached;
  const features = { kerning, ligatures: kerning && ligatures, tags, key };
  if (cachedFeatures.size >= CACHE_LIMIT) cachedFeatures.clear();
  cachedFeatures.set(key, features);
  return features;
}

const CACHE_LIMIT = 1000;

/** Kerning and standard ligatures. */
export const STANDARD_FEATURES: FontFeatures = {
  kerning: true,
  ligatures: true,
  tags: [],
  key: "kern liga",
};

const dividedFeatures = new WeakMap<FontFeatures, FontFeatures>();

/** Returns the same features, with ligatures only inside the parts of words. All words have one language. */
export function dividedAt(divide: Hyphenator, features: FontFeatures): FontFeatures {
  if (!features.ligatures) return features;
  const cached = dividedFeatures.get(features);
  if (cached?.divide === divide) return cached;
  const divided = { ...features, divide, key: `${features.key} divided` };
  dividedFeatures.set(features, divided);
  return divided;
}

/**
 * The OpenType tags of languages with letterforms of their own in Latin, Greek and Cyrillic, such as Bulgarian. In
 * other languages, text is shaped without its language, which takes less time and memory.
 */
export const LANGUAGE_TAGS: Readonly<Record<string, string>> = {
  az: "AZE ",
  ba: "BSH ",
  bg: "BGR ",
  ca: "CAT ",
  crh: "CRT ",
  cv: "CHU ",
  kk: "KAZ ",
  mk: "MKD ",
  nl: "NLD ",
  pl: "PLK ",
  ro: "ROM ",
  sr: "SRB ",
  tr: "TRK ",
  tt: "TAT ",
};

/** Languages of other scripts with letterforms of their own; all text of these scripts is shaped by HarfBuzz. */
const COMPLEX_LANGUAGES: ReadonlySet<string> = new Set(["ks", "mr", "ne", "sa", "sd", "ur"]);

const localizedFeatures = new WeakMap<FontFeatures, Map<string, FontFeatures>>();

/**
 * Returns the same features for text in a language.
 *
 * @param language BCP 47.
 */
export function inLanguage(language: string, features: FontFeatures): FontFeatures {
  const subtag = /^[a-z]+/.exec(language)?.[0] ?? "";
  const isLocalized = LANGUAGE_TAGS[subtag] !== undefined || COMPLEX_LANGUAGES.has(subtag);
  if (!features.kerning || !isLocalized) return features;
  const cached = localizedFeatures.get(features) ?? new Map<string, FontFeatures>();
  localizedFeatures.set(features, cached);
  const localized = cached.get(subtag) ?? {
    ...features,
    language: subtag,
    key: `${features.key} ${subtag}`,
  };
  cached.set(subtag, localized);
  return localized;
}
