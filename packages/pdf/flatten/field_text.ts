import { leadFace } from "../fonts/font_chain.ts";
import type { FontTable } from "../fonts/opentype/font_table.ts";
import { shapeAnyText } from "../signing/marks/printable_text.ts";
import type { VisibleBox } from "../signing/marks/visible_box.ts";
import { breakLines } from "../text/break_lines.ts";
import { decimal } from "../write/content.ts";
import { TextContent } from "../write/text_content.ts";

export interface FieldTextStyle {
  /** In points; 0 fits the text to the field. */
  readonly fontSize: number;
  /** Red, green and blue as operands of `rg`. */
  readonly colour: string;
  readonly alignment: "left" | "centre" | "right";
  /** Breaks the text into lines, from the top. */
  readonly multiline: boolean;
}

/** The bounds of automatic font sizes, in points, and the factor between two attempts. */
const AUTOMATIC = { largest: 12, smallest: 4, step: 0.95 };

const PADDING = 2;

/** Draws the text of a field, clipped to its box. Characters that no font has are replaced. */
export function fieldText(
  text: string,
  box: VisibleBox,
  { fontSize, colour, alignment, multiline }: FieldTextStyle,
  fonts: FontTable,
): string {
  const normalizedText = multiline ? text.replace(/\r\n?/g, "\n") : text.replace(/\s+/gu, " ");
  const shapedText = shapeAnyText(normalizedText, "Roboto");
  const { font, scale } = leadFace("Roboto");
  const [ascent, descent] = [(font.ascent * scale) / 1000, (-font.descent * scale) / 1000];
  const width = Math.max(box.width - 2 * PADDING, 1);
  const linesForSize = (size: number) =>
    breakLines(shapedText, multiline ? (width * 1000) / size : Infinity, 0);
  const fits = (size: number) => {
    const lines = linesForSize(size);
    const widest = Math.max(0, ...lines.map((line) => (line.width * size) / 1000));
    return lines.length * size * (ascent + descent) <= box.height && widest <= width;
  };
  let size = fontSize > 0 ? fontSize : AUTOMATIC.largest;
  if (fontSize <= 0) while (!fits(size) && size > AUTOMATIC.smallest) size *= AUTOMATIC.step;
  const lines = linesForSize(size);
  const step = size * (ascent + descent);
  const top = multiline
    ? box.bottom + box.height - PADDING
    : box.bottom + (box.height + lines.length * step) / 2;
  const content = new TextContent(fonts);
  lines.forEach((line, index) => {
    const spare = width - (line.width * size) / 1000;
    const side = line.rightToLeft && alignment === "left" ? "right" : alignment;
    const indent = side === "left" ? 0 : side === "right" ? spare : spare / 2;
    const baseline = top - index * step - size * ascent;
    content.line(
      line,
      { fontSize: size, spacing: 0, colour },
      box.left + PADDING + indent,
      baseline,
      0,
    );
  });
  const { left, bottom, width: wide, height } = box;
  const frame = [left, bottom, wide, height].map(decimal).join(" ");
  return `q ${frame} re W n\n${content.toString()}Q\n`;
}
