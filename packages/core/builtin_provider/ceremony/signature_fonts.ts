import { Context, type Effect, Schema } from "effect";

import { describeEncoded, characters } from "../../values/mod.ts";
import { SignatureFace } from "./adopted_signature.ts";

/** The characters of a typed signature for which the signing page has no font. */
export const FontCharacters = Schema.Struct({
  characters: Schema.String.check(characters(1, 200)).annotateKey({
    description: "Characters without a font on the page, 1 to 200.",
  }),
  face: Schema.optionalKey(SignatureFace).annotateKey({
    description: "The script font of the signature, `caveat` by default.",
  }),
}).annotate({
  identifier: "FontCharacters",
  description: "Characters of a typed signature for which the signing page has no font.",
});
export type FontCharacters = typeof FontCharacters.Type;

/** A part of a bundled font. */
export const FontSubset = Schema.Struct({
  font: Schema.String.annotateKey({
    description: "Name of the font. Subsets of one font have the same name.",
  }),
  characters: Schema.String.annotateKey({
    description: "Characters in this subset, in the order of their code points.",
  }),
  data: Schema.Uint8ArrayFromBase64.pipe(describeEncoded("TrueType file in base64.")),
}).annotate({ identifier: "FontSubset", description: "A part of a font." });
export type FontSubset = typeof FontSubset.Type;

/** The fonts of some characters of a typed signature in the signed document. */
export const FontSubsets = Schema.Struct({
  subsets: Schema.Array(FontSubset).annotateKey({
    description: "One subset for each font. Characters without a font are in none.",
  }),
}).annotate({
  identifier: "FontSubsets",
  description: "The fonts that render the characters in the signed document.",
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
    readonly subsets: (
      characters: string,
      face: SignatureFace,
    ) => Effect.Effect<ReadonlyArray<FontSubset>>;
  }
>()("@paraph/core/builtin_provider/SignatureFonts") {}
