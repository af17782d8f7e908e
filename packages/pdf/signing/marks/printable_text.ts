import { type ChainName, MissingGlyph, substituteFor } from "../../fonts/faces.ts";
import type { Line } from "../../text/line.ts";
import { breakLines, type ShapedText, shapeText } from "../../text/paragraph.ts";

/** Shapes any text; characters that no font has are replaced. */
export function shapeAnyText(text: string, fontName: ChainName): ShapedText {
  let printable = text.replaceAll(KATAKANA_DOT, substituteFor(KATAKANA_DOT));
  for (;;) {
    try {
      return shapeText([{ text: printable, fontName }]);
    } catch (error) {
      if (!(error instanceof MissingGlyph) || !printable.includes(error.character)) throw error;
      printable = printable.replaceAll(error.character, substituteFor(error.character));
    }
  }
}

/** Documents compose it from other glyphs, which the fonts of the signing page cannot. */
const KATAKANA_DOT = "\u30fb";

/** Returns a text without line breaks. */
export function withoutLineBreaks(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Returns shaped text as one line of any length, undefined when it has no glyphs. */
export function oneLine(text: ShapedText): Line | undefined {
  const [line] = breakLines(text, Infinity, 0);
  return line === undefined || line.pieces.length === 0 ? undefined : line;
}
