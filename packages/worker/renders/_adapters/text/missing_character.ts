import { isInvisible, paragraphsOf } from "./clean_text.ts";
import { faceFor, MissingGlyph } from "./faces.ts";

/** The first character of a text that no font has. Every chain of fonts ends in the same ones. */
export function missingCharacter(text: string): string | null {
  try {
    for (const character of new Set(paragraphsOf(text).join(""))) {
      if (!isInvisible(character)) faceFor("Roboto", character.codePointAt(0) ?? 0);
    }
    return null;
  } catch (error) {
    if (error instanceof MissingGlyph) return error.character;
    throw error;
  }
}
