import type { Box, TextStyle } from "../fill/text_style.ts";
import { colourOperands, filledBox, POINTS } from "../pdf/content.ts";
import type { FontTable } from "../pdf/font_table.ts";
import { lineContent } from "../pdf/text_content.ts";
import { leadFace } from "../text/faces.ts";
import { breakLines, type Line, type ShapedText } from "../text/paragraph.ts";

/** Where something is drawn, in millimetres from the top left of a page. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What every drawing on a page shares. */
export interface Sheet {
  readonly fonts: FontTable;
  /** In points. */
  readonly height: number;
}

/** How text is set once its size is chosen. */
export interface TextSetting {
  readonly style: TextStyle;
  readonly fontSize: number;
  readonly underline: boolean;
  readonly strikethrough: boolean;
}

/** What borders and padding take from a box, at each side. */
export function insetsOf({ borderWidth, padding }: TextStyle): Box {
  return {
    top: borderWidth.top + padding.top,
    right: borderWidth.right + padding.right,
    bottom: borderWidth.bottom + padding.bottom,
    left: borderWidth.left + padding.left,
  };
}

/** The part of a box that is left for text. */
export function insideBox({ left, top, width, height }: Rectangle, style: TextStyle): Rectangle {
  const insets = insetsOf(style);
  return {
    left: left + insets.left,
    top: top + insets.top,
    width: Math.max(0, width - insets.left - insets.right),
    height: Math.max(0, height - insets.top - insets.bottom),
  };
}

/** Breaks text into lines that fit a width in millimetres. */
export function fitLines(
  text: ShapedText,
  width: number,
  fontSize: number,
  spacing: number,
): ReadonlyArray<Line> {
  return breakLines(text, (width * POINTS * 1000) / fontSize, (spacing * 1000) / fontSize);
}

/** The height of one line, in millimetres. */
export function lineHeight({ style, fontSize }: TextSetting): number {
  return (fontSize * style.lineHeight) / POINTS;
}

/** Draws the background and the borders of a box. */
export function boxContent(box: Rectangle, style: TextStyle, sheet: Sheet): string {
  const [left, top] = [box.left * POINTS, sheet.height - box.top * POINTS];
  const [width, height] = [box.width * POINTS, box.height * POINTS];
  const background = colourOperands(style.backgroundColor);
  let content = background === undefined ? "" : filledBox(background, left, top, width, height);
  const border = colourOperands(style.borderColor);
  if (border === undefined) return content;
  const side = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const name of ["top", "right", "bottom", "left"] as const)
    side[name] = style.borderWidth[name] * POINTS;
  if (side.top > 0) content += filledBox(border, left, top, width, side.top);
  if (side.bottom > 0)
    content += filledBox(border, left, top - height + side.bottom, width, side.bottom);
  if (side.left > 0) content += filledBox(border, left, top, side.left, height);
  if (side.right > 0)
    content += filledBox(border, left + width - side.right, top, side.right, height);
  return content;
}

/** Draws lines inside a box, aligned both ways. */
export function linesContent(
  lines: ReadonlyArray<Line>,
  box: Rectangle,
  setting: TextSetting,
  sheet: Sheet,
): string {
  const { style, fontSize } = setting;
  const { font, scale } = leadFace(style.fontName);
  const ascent = (font.ascent * scale * fontSize) / 1000;
  const descent = (-font.descent * scale * fontSize) / 1000;
  const step = fontSize * style.lineHeight;
  const spare = box.height * POINTS - (lines.length - 1) * step - ascent - descent;
  const offset = { top: 0, middle: spare / 2, bottom: spare }[style.verticalAlignment];
  const colour = colourOperands(style.fontColor) ?? "0 0 0";
  let text = "";
  let rules = "";
  lines.forEach((line, at) => {
    if (line.pieces.length === 0) return;
    const baseline = sheet.height - box.top * POINTS - offset - ascent - at * step;
    const { start, widenGaps, width } = placeLine(line, box, setting);
    text += lineContent(
      line,
      sheet.fonts,
      { fontSize, spacing: style.spacing },
      start,
      baseline,
      widenGaps,
    );
    const rule = (height: number) =>
      filledBox(colour, start, baseline + height, width, fontSize * 0.06);
    if (setting.underline) rules += rule(-fontSize * 0.1);
    if (setting.strikethrough) rules += rule(fontSize * 0.3);
  });
  return text === "" ? "" : `${rules}BT\n${colour} rg\n${text}ET\n`;
}

function placeLine(line: Line, box: Rectangle, { style, fontSize }: TextSetting) {
  const room = box.width * POINTS;
  const width = (line.width * fontSize) / 1000;
  const alignment = style.alignment ?? (line.rightToLeft ? "right" : "left");
  const spare = room - width;
  if (alignment === "justify" && !line.endsParagraph && line.gaps > 0 && spare > 0) {
    return { start: box.left * POINTS, widenGaps: spare / line.gaps, width: room };
  }
  const natural = alignment === "justify" ? (line.rightToLeft ? "right" : "left") : alignment;
  const shift = { left: 0, center: spare / 2, right: spare }[natural];
  return { start: box.left * POINTS + shift, widenGaps: 0, width };
}

/** Turns what is drawn about the middle of its box, clockwise as layouts mean it. */
export function rotated(
  content: string,
  degrees: number | null | undefined,
  box: Rectangle,
  sheet: Pick<Sheet, "height">,
): string {
  if (degrees === undefined || degrees === null || degrees % 360 === 0 || content === "")
    return content;
  const angle = (-degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const x = (box.left + box.width / 2) * POINTS;
  const y = sheet.height - (box.top + box.height / 2) * POINTS;
  const matrix = [cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos]
    .map(exact)
    .join(" ");
  return `q ${matrix} cm\n${content}Q\n`;
}

/** Rotation needs more digits than positions do. */
function exact(value: number): string {
  return Math.abs(value) < 1e-6 ? "0" : value.toFixed(6).replace(/\.?0+$/, "");
}
