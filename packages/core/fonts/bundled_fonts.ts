import type { FontFace } from "./font_family.ts";

/** The name of a font that is part of Paraph. */
export type BundledFontName =
  | "Roboto"
  | "Roboto-Light"
  | "Roboto-Medium"
  | "Roboto-Bold"
  | "Roboto-Italic"
  | "Roboto-BoldItalic"
  | "SourceSerif"
  | "SourceSerif-Bold"
  | "SourceSerif-Italic"
  | "SourceSerif-BoldItalic"
  | "SourceSans"
  | "SourceSans-Bold"
  | "SourceSans-Italic"
  | "SourceSans-BoldItalic"
  | "SourceCode"
  | "SourceCode-Bold"
  | "SourceCode-Italic"
  | "SourceCode-BoldItalic"
  | "Caveat"
  | "Caveat-Bold";

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
  "Source Serif": [
    ["SourceSerif", 400],
    ["SourceSerif-Bold", 700],
    ["SourceSerif-Italic", 400, "italic"],
    ["SourceSerif-BoldItalic", 700, "italic"],
  ],
  "Source Sans": [
    ["SourceSans", 400],
    ["SourceSans-Bold", 700],
    ["SourceSans-Italic", 400, "italic"],
    ["SourceSans-BoldItalic", 700, "italic"],
  ],
  "Source Code": [
    ["SourceCode", 400],
    ["SourceCode-Bold", 700],
    ["SourceCode-Italic", 400, "italic"],
    ["SourceCode-BoldItalic", 700, "italic"],
  ],
  Caveat: [
    ["Caveat", 400],
    ["Caveat-Bold", 700],
  ],
};

/** The fonts that are part of Paraph. The first one is the default. */
export const BUNDLED_FONTS: ReadonlyArray<FontFace & { readonly name: BundledFontName }> =
  Object.entries(FAMILIES).flatMap(([family, members]) =>
    members.map(([name, weight, style = "normal"]) => ({ name, family, weight, style })),
  );
