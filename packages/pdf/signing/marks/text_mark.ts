import type { TypedSignature } from "@paraph/core/builtin_provider";

import { leadFace } from "../../fonts/font_chain.ts";
import type { FontTable } from "../../fonts/opentype/font_table.ts";
import { breakLines } from "../../text/break_lines.ts";
import type { Line } from "../../text/line.ts";
import { type ShapedText } from "../../text/paragraph.ts";
import { decimal } from "../../write/content.ts";
import { TextContent } from "../../write/text_content.ts";
import { inkBoxOf } from "./ink.ts";
import { signatureLine } from "./ink.ts";
import { oneLine, withoutLineBreaks, shapeAnyText } from "./printable_text.ts";
import { INK, inset, type VisibleBox } from "./visible_box.ts";

/** The maximum font size, in points. */
const LARGEST = 12;

/** A line that would be smaller is broken into several lines. */
const SMALLEST_LINE = 5;

/** The minimum font size of paragraphs. */
const SMALLEST = 1;

/** The factor by which paragraphs shrink until they fit. */
const STEP = 0.95;

/** The line height, as a multiple of the font size. */
const LEADING = 1.25;

/** Draws a name as a signature, as large as possible, at the lower left corner. */
export function typedSignature(
  signature: TypedSignature,
  frame: VisibleBox,
  fonts: FontTable,
): string {
  const box = inset(frame);
  const ink = signatureLine(signature);
  if (ink === undefined) return "";
  const { line, left, bottom, width, height } = ink;
  const fontSize = 1000 * Math.min(box.width / width, box.height / height);
  const [x, baseline] = [
    box.left - (left * fontSize) / 1000,
    box.bottom - (bottom * fontSize) / 1000,
  ];
  return textContent([{ line, x, baseline }], fontSize, fonts);
}

/** Draws a text vertically centred in its box, on one line, or on several when it is long. */
export function textLine(text: string, box: VisibleBox, fonts: FontTable): string {
  const line = oneLine(shapeAnyText(withoutLineBreaks(text), "Roboto"));
  if (line === undefined) return "";
  const inner = addPadding(box);
  const { ascent, descent } = verticalExtent([line]);
  const fontSize = Math.min(
    LARGEST,
    (1000 * inner.width) / Math.max(line.width, 1),
    (1000 * box.height) / (ascent + descent),
  );
  const isTooLong = (1000 * inner.width) / line.width < SMALLEST_LINE;
  if (isTooLong) return textParagraph(withoutLineBreaks(text), box, fonts);
  const spare = box.height - ((ascent + descent) * fontSize) / 1000;
  const baseline = box.bottom + spare / 2 + (descent * fontSize) / 1000;
  return textContent([{ line, x: startOf(line, inner, fontSize), baseline }], fontSize, fonts);
}

/** Draws a text over several lines from the top of its box, and shrinks it to fit. */
export function textParagraph(text: string, box: VisibleBox, fonts: FontTable): string {
  const shapedText = shapeAnyText(text, "Roboto");
  const inner = addPadding(box);
  let fontSize = LARGEST;
  let paragraph = setParagraph(shapedText, inner, fontSize);
  while (paragraph.height > box.height && fontSize > SMALLEST) {
    fontSize *= STEP;
    paragraph = setParagraph(shapedText, inner, fontSize);
  }
  const top = box.bottom + box.height;
  const lines = paragraph.lines.map((line, index) => ({
    line,
    x: startOf(line, inner, fontSize),
    baseline: top - paragraph.ascent - index * paragraph.step,
  }));
  const content = textContent(lines, fontSize, fonts);
  if (content === "") return "";
  const { left, bottom, width, height } = box;
  const frame = [left, bottom, width, height].map(decimal).join(" ");
  return `q ${frame} re W n\n${content}Q\n`;
}

function setParagraph(shapedText: ShapedText, { width }: VisibleBox, fontSize: number) {
  const lines = breakLines(shapedText, (width * 1000) / fontSize, 0);
  const { ascent, descent } = verticalExtent(lines);
  const points = fontSize / 1000;
  const step = points * Math.max(LEADING * 1000, ascent + descent);
  const height = points * (ascent + descent) + (lines.length - 1) * step;
  return { lines, step, height, ascent: ascent * points };
}

/** A line with its start and its baseline. */
interface SetLine {
  readonly line: Line;
  readonly x: number;
  readonly baseline: number;
}

function textContent(lines: ReadonlyArray<SetLine>, fontSize: number, fonts: FontTable): string {
  const text = new TextContent(fonts);
  const setting = { fontSize, spacing: 0, colour: INK };
  for (const { line, x, baseline } of lines) text.line(line, setting, x, baseline, 0);
  return text.toString();
}

/** Returns a box with horizontal padding. */
function addPadding(box: VisibleBox): VisibleBox {
  const padding = Math.min(2, box.width / 20);
  return { ...box, left: box.left + padding, width: box.width - 2 * padding };
}

function startOf({ rightToLeft, width }: Line, inner: VisibleBox, fontSize: number): number {
  return rightToLeft ? inner.left + inner.width - (width * fontSize) / 1000 : inner.left;
}

/** The largest ascent and descent of lines, which depend on the script. */
function verticalExtent(lines: ReadonlyArray<Line>) {
  const { font, scale } = leadFace("Roboto");
  let [ascent, descent] = [font.ascent * scale, -font.descent * scale];
  for (const line of lines) {
    const ink = inkBoxOf(line);
    if (ink === undefined) continue;
    ascent = Math.max(ascent, ink.top);
    descent = Math.max(descent, -ink.bottom);
  }
  return { ascent, descent };
}
