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
