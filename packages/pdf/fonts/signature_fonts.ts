import { type FontSubset, SignatureFonts } from "@paraph/core/builtin_provider";
import { Effect, Layer } from "effect";

import { LruCache } from "../lru_cache.ts";

/** The limits of the subset cache. */
const LIMITS = { count: 500, bytes: 4 * 1024 * 1024 };

/** Subsets of the bundled fonts. The fonts are loaded with the first request. */
export const signatureFonts: Layer.Layer<SignatureFonts> = Layer.sync(SignatureFonts, () => {
  const recent = new LruCache<ReadonlyArray<FontSubset>>(LIMITS);
  const subsets = Effect.fn("SignatureFonts.subsets")(function* (characters: string) {
    const sorted = [...new Set(characters)].toSorted().join("");
    const cached = recent.get(sorted);
    if (cached !== undefined) return cached;
    const { fontSubsets } = yield* Effect.promise(() => import("./web_fonts.ts"));
    const created = fontSubsets(sorted);
    recent.set(
      sorted,
      created,
      created.reduce((bytes, { data }) => bytes + data.length, 0),
    );
    return created;
  });
  return SignatureFonts.of({ subsets });
});
