import { Context, type Effect, Schema } from "effect";

import { characters } from "../../values/mod.ts";

/** The characters of a typed signature for which the signing page has no font. */
export const FontCharacters = Schema.Struct({
  characters: Schema.String.check(characters(1, 200)),
}).annotate({ identifier: "FontCharacters" });
export type FontCharacters = typeof FontCharacters.Type;

/** A part of a bundled font. */
export const FontSubset = Schema.Struct({
  /** The font. Subsets of one font have the same name. */
  font: Schema.String,
  /** The characters in this subset, in the order of their code points. */
  characters: Schema.String,
  /** A TrueType file. Base64 in JSON. */
  data: Schema.Uint8ArrayFromBase64,
}).annotate({ identifier: "FontSubset" });
export type FontSubset = typeof FontSubset.Type;

/** The fonts of some characters of a typed signature in the signed document. */
export const FontSubsets = Schema.Struct({ subsets: Schema.Array(FontSubset) }).annotate({
  identifier: "FontSubsets",
});
export type FontSubsets = typeof FontSubsets.Type;

/** Creates subsets of the fonts of signed documents for the signing page. */
export class SignatureFonts extends Context.Service<
  SignatureFonts,
  {
    /**
     * The subsets that together have these characters, one per font. A character without a font is shown with
     * its substitute in the signed document.
     */
    readonly subsets: (characters: string) => Effect.Effect<ReadonlyArray<FontSubset>>;
  }
>()("@paraph/core/builtin_provider/SignatureFonts") {}
