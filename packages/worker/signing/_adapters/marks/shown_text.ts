import { type ChainName, MissingGlyph } from "../../../renders/_adapters/text/faces.ts";
import { shapeText, type ShapedText } from "../../../renders/_adapters/text/paragraph.ts";

/** Stands for what no font has. */
const INSTEAD = "\ufffd";

/** Shapes a text whatever is in it: characters that no font has are drawn as what stands for them. */
export function shapeAnyText(text: string, fontName: ChainName): ShapedText {
  let shown = text;
  for (;;) {
    try {
      return shapeText([{ text: shown, fontName }]);
    } catch (error) {
      if (!(error instanceof MissingGlyph) || !shown.includes(error.character)) throw error;
      shown = shown.replaceAll(error.character, INSTEAD);
    }
  }
}
