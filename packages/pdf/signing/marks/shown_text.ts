import { type ChainName, MissingGlyph, substituteFor } from "../../fonts/faces.ts";
import type { Line } from "../../text/line.ts";
import { breakLines, type ShapedText, shapeText } from "../../text/paragraph.ts";

/** Shapes a text whatever is in it: characters that no font has are drawn as what stands for them. */
export function shapeAnyText(text: string, fontName: ChainName): ShapedText {
  let shown = text;
  for (;;) {
    try {
      return shapeText([{ text: shown, fontName }]);
    } catch (error) {
      if (!(error instanceof MissingGlyph) || !shown.includes(error.character)) throw error;
      shown = shown.replaceAll(error.character, substituteFor(error.character));
    }
  }
}

/** A text without line ends, to stand on one line. */
export function plain(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Shaped text on one line, however long; nothing when there is no glyph in it. */
export function oneLine(shaped: ShapedText): Line | undefined {
  const [line] = breakLines(shaped, Infinity, 0);
  return line === undefined || line.pieces.length === 0 ? undefined : line;
}
