import type { FontFace } from "./font_family.ts";

/** The name of a font that is part of Paraph. */
export type BundledFontName =
  | "Roboto"
  | "Roboto-Light"
  | "Roboto-Medium"
  | "Roboto-Bold"
  | "Roboto-Italic"
  | "Roboto-BoldItalic";

type FamilyMembers = ReadonlyArray<readonly [BundledFontName, number, FontFace["style"]?]>;

const FAMILIES: Readonly<Record<string, FamilyMembers>> = {
  Roboto: [
    ["Roboto", 400],
    ["Roboto-Light", 300],
    ["Roboto-Medium", 500],
    ["Roboto-Bold", 700],
    ["Roboto-Italic", 400, "italic"],
    ["Roboto-BoldItalic", 700, "italic"],
  ],
};

/** The fonts that are part of Paraph. The first one is the default. */
export const BUNDLED_FONTS: ReadonlyArray<FontFace & { readonly name: BundledFontName }> =
  Object.entries(FAMILIES).flatMap(([family, members]) =>
    members.map(([name, weight, style = "normal"]) => ({ name, family, weight, style })),
  );
