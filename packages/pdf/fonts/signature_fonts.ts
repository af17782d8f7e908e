import { type FontSubset, type SignatureFace, SignatureFonts } from "@paraph/core/builtin_provider";
import { Effect, Layer } from "effect";

import { LruCache } from "../lru_cache.ts";

/** The limits of the subset cache. */
const LIMITS = { count: 500, bytes: 4 * 1024 * 1024 };

/** Subsets of the bundled fonts. The fonts are loaded with the first request. */
export const signatureFonts: Layer.Layer<SignatureFonts> = Layer.sync(SignatureFonts, () => {
  const recent = new LruCache<ReadonlyArray<FontSubset>>(LIMITS);
  const subsets = Effect.fn("SignatureFonts.subsets")(function* (
    characters: string,
    face: SignatureFace,
  ) {
    const sortedCharacters = [...new Set(characters)].toSorted().join("");
    const key = `${face} ${sortedCharacters}`;
    const cachedSubsets = recent.get(key);
    if (cachedSubsets !== undefined) return cachedSubsets;
    const { fontSubsets } = yield* Effect.promise(() => import("./web_fonts.ts"));
    const newSubsets = fontSubsets(sortedCharacters, face);
    recent.set(
      key,
      newSubsets,
      newSubsets.reduce((bytes, { data }) => bytes + data.length, 0),
    );
    return newSubsets;
  });
  return SignatureFonts.of({ subsets });
});
