import { type FontSubset, SignatureFonts } from "@paraph/core/signing";
import { Effect, Layer } from "effect";

import { RecentlyUsed } from "../threads/recently_used.ts";

/** The subsets that this process keeps. */
const LIMITS = { count: 500, bytes: 4 * 1024 * 1024 };

/** Subsets of the bundled fonts, which are read when the first one is asked for. */
export const signatureFontsBundled: Layer.Layer<SignatureFonts> = Layer.sync(SignatureFonts, () => {
  const recent = new RecentlyUsed<ReadonlyArray<FontSubset>>(LIMITS);
  const subsets = Effect.fn("SignatureFonts.subsets")(function* (characters: string) {
    const wanted = [...new Set(characters)].toSorted().join("");
    const known = recent.find(wanted);
    if (known !== undefined) return known;
    const { fontSubsets } = yield* Effect.promise(() => import("./font_subsets.ts"));
    const made = fontSubsets(wanted);
    recent.keep(
      wanted,
      made,
      made.reduce((bytes, { data }) => bytes + data.length, 0),
    );
    return made;
  });
  return SignatureFonts.of({ subsets });
});
