import { MissingGlyph } from "./faces.ts";
import { shapeText } from "./paragraph.ts";

/** The first character of a text that no font has. Every chain of fonts ends in the same ones. */
export function missingCharacter(text: string): string | null {
  try {
    shapeText([{ text, fontName: "Roboto" }]);
    return null;
  } catch (error) {
    if (error instanceof MissingGlyph) return error.character;
    throw error;
  }
}
