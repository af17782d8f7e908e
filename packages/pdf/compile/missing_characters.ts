import type { FileFace } from "@paraph/core/fonts";
import type { FixedText } from "@paraph/core/layouts";

import { openFonts } from "../fonts/project_fonts.ts";
import { type FontFiles, templateFonts } from "../fonts/template_font.ts";
import { missingCharacter } from "../text/paragraph.ts";

/** For each text, the first character that neither its font nor a fallback has; null when there is none. */
export function missingCharacters(
  texts: ReadonlyArray<Pick<FixedText, "text" | "fontName">>,
  faces: ReadonlyArray<FileFace> = [],
  files: FontFiles = new Map(),
): ReadonlyArray<string | null> {
  const fonts = templateFonts(faces);
  openFonts([...fonts.values()], files);
  return texts.map(({ text, fontName = "" }) => missingCharacter(text, fonts.get(fontName)?.key));
}
