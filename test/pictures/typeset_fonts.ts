import { type FontFileName, fontPath } from "../../packages/pdf/fonts/bundled/font_files.ts";

/** A font of Paraph as the other programs know it: by the family in its file. */
interface TypesetFont {
  readonly family: string;
  readonly weight: number;
  readonly style: "normal" | "italic";
  readonly file: string;
}

/** The families that the documents use, with the fonts of Paraph that are their faces. */
const FAMILIES: ReadonlyArray<readonly [family: string, faces: ReadonlyArray<FontFileName>]> = [
  [
    "Source Serif 4",
    ["SourceSerif", "SourceSerif-Bold", "SourceSerif-Italic", "SourceSerif-BoldItalic"],
  ],
  [
    "Source Sans 3",
    ["SourceSans", "SourceSans-Bold", "SourceSans-Italic", "SourceSans-BoldItalic"],
  ],
  ["Source Code Pro", ["SourceCode", "SourceCode-Bold"]],
  ["Roboto", ["Roboto-Regular", "Roboto-Bold", "Roboto-Italic", "Roboto-BoldItalic"]],
  ["Noto Sans JP", ["JP", "JP-Bold"]],
  ["Vazirmatn", ["Arabic", "Arabic-Bold"]],
  ["Noto Sans Devanagari", ["Devanagari", "Devanagari-Bold"]],
  ["Noto Sans KR", ["KR", "KR-Bold"]],
  ["Noto Sans SC", ["SC", "SC-Bold"]],
  ["Noto Sans TC", ["TC", "TC-Bold"]],
  ["Noto Sans Hebrew", ["Hebrew", "Hebrew-Bold"]],
  ["Noto Sans Georgian", ["Georgian", "Georgian-Bold"]],
  ["Noto Sans Armenian", ["Armenian", "Armenian-Bold"]],
  ["Noto Sans Thai", ["Thai", "Thai-Bold"]],
  ["Noto Sans Tamil", ["Tamil", "Tamil-Bold"]],
  ["Noto Sans Ethiopic", ["Ethiopic", "Ethiopic-Bold"]],
];

/** The fonts of the documents: all programs use the same files. */
export const TYPESET_FONTS: ReadonlyArray<TypesetFont> = FAMILIES.flatMap(([family, faces]) =>
  faces.map((name) => ({
    family,
    weight: name.includes("-Bold") ? 700 : 400,
    style: name.endsWith("Italic") ? "italic" : "normal",
    file: fontPath(name),
  })),
);
