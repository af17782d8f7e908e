import { type FontSubset, SignatureFonts } from "@paraph/core/builtin_provider";
import { Effect, Layer } from "effect";

import { LruCache } from "../lru_cache.ts";

/** The subsets that this process keeps. */
const LIMITS = { count: 500, bytes: 4 * 1024 * 1024 };

/** Subsets of the bundled fonts, which are read when the first one is asked for. */
export const signatureFonts: Layer.Layer<SignatureFonts> = Layer.sync(SignatureFonts, () => {
  const recent = new LruCache<ReadonlyArray<FontSubset>>(LIMITS);
  const subsets = Effect.fn("SignatureFonts.subsets")(function* (characters: string) {
    const wanted = [...new Set(characters)].toSorted().join("");
    const known = recent.get(wanted);
    if (known !== undefined) return known;
    const { fontSubsets } = yield* Effect.promise(() => import("./web_fonts.ts"));
    const made = fontSubsets(wanted);
    recent.set(
      wanted,
      made,
      made.reduce((bytes, { data }) => bytes + data.length, 0),
    );
    return made;
  });
  return SignatureFonts.of({ subsets });
});
