import { MissingGlyph, REPLACEMENT_CHARACTER } from "../../fonts/faces.ts";
import type { ChainName } from "../../fonts/font_chain.ts";
import { breakLines } from "../../text/break_lines.ts";
import type { Line } from "../../text/line.ts";
import { type ShapedText, shapeText } from "../../text/paragraph.ts";

/** Shapes any text; characters that no font has are replaced. */
export function shapeAnyText(text: string, fontName: ChainName): ShapedText {
  let printable = text;
  for (;;) {
    try {
      return shapeText([{ text: printable, fontName }]);
    } catch (error) {
      if (!(error instanceof MissingGlyph) || !printable.includes(error.character)) throw error;
      printable = printable.replaceAll(error.character, REPLACEMENT_CHARACTER);
    }
  }
}

/** Returns a text without line breaks. */
export function withoutLineBreaks(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Returns shaped text as one line of any length, undefined when it has no glyphs. */
export function oneLine(text: ShapedText): Line | undefined {
  const [line] = breakLines(text, Infinity, 0);
  return line === undefined || line.pieces.length === 0 ? undefined : line;
}
