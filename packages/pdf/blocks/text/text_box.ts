import type { Box, StyleDefaults, TextStyle } from "../../fill/text_style.ts";
import { leadFace } from "../../fonts/font_chain.ts";
import { dividedAt, inLanguage } from "../../fonts/font_features.ts";
import { breakLines } from "../../text/break_lines.ts";
import type { Line } from "../../text/line.ts";
import { type ShapedText } from "../../text/paragraph.ts";
import { isSeparable } from "../../text/run.ts";
import type { TextLanguage } from "../../text/text_language.ts";
import type { LanguageOptions, TextOptions } from "../../text/text_options.ts";
import { colourOperands, filledBox, POINTS } from "../../write/content.ts";
import type { StructureElement } from "../../write/tags/structure.ts";
import type { TextContent, TextSetting as LineSetting } from "../../write/text_content.ts";
import type { Rectangle, Sheet } from "../sheet.ts";

/** A text style with its resolved font size in points. */
export interface TextSetting {
  readonly style: TextStyle;
  readonly fontSize: number;
}

/** The settings of the text of a document. */
export interface TextContext extends TextLanguage {
  readonly typography: StyleDefaults;
  /** The languages of spans by their tags. */
  readonly languages?: ReadonlyMap<string, TextLanguage>;
  readonly missing: TextOptions["missing"];
  /** The widest number of a page, with which references are measured. */
  readonly widestNumber: string;
}

/** How the text of a style is shaped. This is called for every cell of a table. */
export function textOptions(style: TextStyle, context: TextContext): TextOptions {
  const { features, language, hyphenator } = languageOptions(style, context);
  const optionsIn = (tag: string) =>
    languageOptions(style, context.languages?.get(tag) ?? unknownLanguage(tag));
  return {
    features,
    language,
    hyphenator,
    inLanguage: optionsIn,
    missing: context.missing,
    hasTabs: style.tabStops !== undefined,
    hasSmartQuotes: style.smartQuotes,
    hasCjkGaps: style.cjkSpacing,
    isJustified: style.wordSpacing !== undefined,
  };
}

function languageOptions(
  { features, hyphenate }: TextStyle,
  { language, hyphenator, compounds }: TextLanguage,
): LanguageOptions {
  return {
    features: inLanguage(
      language,
      compounds === undefined ? features : dividedAt(compounds, features),
    ),
    language,
    hyphenator: hyphenate ? hyphenator : undefined,
  };
}

function unknownLanguage(language: string): TextLanguage {
  return { language, hyphenator: undefined, compounds: undefined };
}

/** The border width plus padding at each side of a box, in millimetres. */
export function insetsOf({ borderWidth, padding }: TextStyle): Box {
  return {
    top: borderWidth.top + padding.top,
    right: borderWidth.right + padding.right,
    bottom: borderWidth.bottom + padding.bottom,
    left: borderWidth.left + padding.left,
  };
}

/** The part of a box inside its borders and padding. */
export function insideBox({ left, top, width, height }: Rectangle, style: TextStyle): Rectangle {
  const insets = insetsOf(style);
  return {
    left: left + insets.left,
    top: top + insets.top,
    width: Math.max(0, width - insets.left - insets.right),
    height: Math.max(0, height - insets.top - insets.bottom),
  };
}

/** Breaks text into lines. `width` is in millimetres. */
export function fitLines(
  text: ShapedText,
  width: number,
  { style, fontSize }: TextSetting,
): ReadonlyArray<Line> {
  const relative = (points: number) => (points * 1000) / fontSize;
  return breakLines(text, relative(width * POINTS), relative(style.spacing), {
    indent: relative(style.firstLineIndent * POINTS),
    justified: style.wordSpacing,
    hasOpticalMargins: style.opticalMargins,
    ...(style.tabStops === undefined
      ? {}
      : {
          tabStops: style.tabStops.map(({ position, alignment, leader }) => ({
            position: relative(position * POINTS),
            alignment: alignment ?? "left",
            leader: leader ?? "",
          })),
        }),
  });
}

/** The height of a line, in millimetres. */
export function lineHeight({ style, fontSize }: TextSetting): number {
  return (fontSize * style.lineHeight) / POINTS;
}

/** The height of lines with the space between paragraphs, in millimetres. */
export function linesHeight(lines: ReadonlyArray<Line>, setting: TextSetting): number {
  if (setting.style.paragraphSpacing === 0) return lines.length * lineHeight(setting);
  const ends = lines.filter(
    ({ endsParagraph }, index) => endsParagraph && index < lines.length - 1,
  );
  return lines.length * lineHeight(setting) + ends.length * setting.style.paragraphSpacing;
}

/** The distances of lines below the first one, in points. */
function lineOffsets(
  lines: ReadonlyArray<Line>,
  { style, fontSize }: TextSetting,
): ReadonlyArray<number> {
  let offset = 0;
  return lines.map(({ endsParagraph }) => {
    const own = offset;
    offset += fontSize * style.lineHeight + (endsParagraph ? style.paragraphSpacing * POINTS : 0);
    return own;
  });
}

/** Content that draws the background and the borders of a box. */
export function boxContent(box: Rectangle, style: TextStyle, sheet: Sheet): string {
  const background = colourOperands(style.backgroundColor);
  const border = colourOperands(style.borderColor);
  if (background === undefined && border === undefined) return "";
  const [left, top] = [box.left * POINTS, sheet.height - box.top * POINTS];
  const [width, height] = [box.width * POINTS, box.height * POINTS];
  let content = background === undefined ? "" : filledBox(background, left, top, width, height);
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

/**
 * Adds lines to a text, aligned in a box horizontally and vertically.
 *
 * @param elementOf The element of each line that is no artifact, if the text has tags.
 */
export function setLines(
  text: TextContent,
  lines: ReadonlyArray<Line>,
  box: Rectangle,
  setting: TextSetting,
  sheet: Sheet,
  elementOf?: (index: number) => StructureElement | undefined,
): void {
  const lineSetting = lineSettingOf(setting);
  eachLine(
    lines,
    box,
    setting,
    sheet,
    (line, { start, widenGaps, widenLetters }, baseline, index) => {
      const own =
        widenLetters === 0
          ? lineSetting
          : { ...lineSetting, spacing: lineSetting.spacing + widenLetters };
      text.line(line, own, start, baseline, widenGaps, elementOf?.(index));
    },
  );
}

/** The size, the spacing and the colour of lines. */
export function lineSettingOf({ style, fontSize }: TextSetting): LineSetting {
  return { fontSize, spacing: style.spacing, colour: textColour(style) };
}

/** Visits the lines of a text that are not empty, with their baselines in points from the bottom of the page. */
export function eachLine(
  lines: ReadonlyArray<Line>,
  box: Rectangle,
  setting: TextSetting,
  sheet: Sheet,
  visit: (line: Line, place: LinePlace, baseline: number, index: number) => void,
): void {
  const offsets = lineOffsets(lines, setting);
  const first = firstBaseline(offsets.at(-1) ?? 0, box, setting, sheet);
  lines.forEach((line, index) => {
    if (line.pieces.length === 0) return;
    visit(line, placeLine(line, box, setting), first - (offsets[index] ?? 0), index);
  });
}

/** Content that underlines or strikes through the lines that `setLines` sets in the same box. */
export function rulesContent(
  lines: ReadonlyArray<Line>,
  box: Rectangle,
  setting: TextSetting,
  { underline, strikethrough }: Rules,
  sheet: Sheet,
): string {
  if (underline !== true && strikethrough !== true) return "";
  const { style, fontSize } = setting;
  // Position and thickness are those of pdfme.
  const { ascent } = verticalExtent(style, fontSize);
  const thickness = fontSize / 12;
  let content = "";
  eachLine(lines, box, setting, sheet, (_line, { start, width }, baseline) => {
    const rule = (height: number) =>
      filledBox(textColour(style), start, baseline + height + thickness / 2, width + 1, thickness);
    if (underline === true) content += rule(-ascent / 12);
    if (strikethrough === true) content += rule(ascent / 3);
  });
  return content;
}

export interface Rules {
  readonly underline?: boolean | null;
  readonly strikethrough?: boolean | null;
}

function textColour({ fontColor }: TextStyle): string {
  return colourOperands(fontColor) ?? "0 0 0";
}

/**
 * The baseline of the first line, in points from the bottom of the page.
 *
 * @param lastOffset The distance of the last line below the first one, in points.
 */
function firstBaseline(
  lastOffset: number,
  box: Rectangle,
  { style, fontSize }: TextSetting,
  sheet: Sheet,
): number {
  const { ascent, descent } = verticalExtent(style, fontSize);
  const step = fontSize * style.lineHeight;
  const spare = box.height * POINTS - lastOffset - ascent - descent;
  // The leading is split evenly above and below each line.
  const halfLeading = (step - fontSize) / 2;
  const offset =
    style.verticalAlignment === "top"
      ? halfLeading
      : style.verticalAlignment === "middle"
        ? spare / 2
        : spare - halfLeading;
  return sheet.height - box.top * POINTS - offset - ascent;
}

/** How far letters extend above and below the baseline, in points. */
export function verticalExtent({ fontName }: TextStyle, fontSize: number) {
  const { font, scale } = leadFace(fontName);
  const points = (scale * fontSize) / 1000;
  return { ascent: font.ascent * points, descent: -font.descent * points };
}

/** The start and the width of a line in points, and what justified text adds to each space and to each letter. */
export interface LinePlace {
  readonly start: number;
  readonly width: number;
  readonly widenGaps: number;
  readonly widenLetters: number;
}

function placeLine(line: Line, box: Rectangle, { style, fontSize }: TextSetting): LinePlace {
  const indent = (line.indent * fontSize) / 1000;
  const hang = { start: line.hang?.start ?? 0, end: line.hang?.end ?? 0 };
  const hangStart = (hang.start * fontSize) / 1000;
  const boxWidth = box.width * POINTS - indent + ((hang.start + hang.end) * fontSize) / 1000;
  const left = box.left * POINTS + (line.rightToLeft ? 0 : indent) - hangStart;
  const width = (line.width * fontSize) / 1000;
  const natural = line.rightToLeft ? "right" : "left";
  const own = style.alignment ?? natural;
  const alignment = line.hasTabs === true && own !== "justify" ? natural : own;
  const spare = boxWidth - width;
  // The last line of a paragraph is not widened, but may have narrower spaces.
  const isJustified = alignment === "justify" && (!line.endsParagraph || spare < 0);
  if (isJustified && line.gaps > 0 && (spare > 0 || style.wordSpacing !== undefined)) {
    const widenLetters = widenedLetters(line, spare, style, fontSize);
    const letters = widenLetters * Math.max(0, glyphCount(line) - 1);
    return { start: left, widenGaps: (spare - letters) / line.gaps, widenLetters, width: boxWidth };
  }
  const place = { widenGaps: 0, widenLetters: 0, width };
  switch (alignment === "justify" ? natural : alignment) {
    case "left":
      return { ...place, start: left };
    case "center":
      return { ...place, start: left + spare / 2 };
    default:
      return { ...place, start: left + spare };
  }
}

/** What justified text adds to each letter: in proportion to what it adds to spaces, up to its limit. */
function widenedLetters(
  line: Line,
  spare: number,
  { wordSpacing }: TextStyle,
  fontSize: number,
): number {
  const limits = wordSpacing?.letters;
  if (wordSpacing === undefined || limits === undefined) return 0;
  if (!line.pieces.every(({ run }) => isSeparable(run))) return 0;
  const limit = ((spare > 0 ? limits.max : limits.min) * fontSize) / 1000;
  const range = spare > 0 ? wordSpacing.max - 1 : wordSpacing.min - 1;
  const most = gapsWidth(line, fontSize) * range + glyphCount(line) * limit;
  return most === 0 ? 0 : limit * Math.min(1, spare / most);
}

function glyphCount({ pieces }: Line): number {
  return pieces.reduce((sum, { run }) => sum + run.glyphCount, 0);
}

/** The natural width of the spaces of a line, in points. */
function gapsWidth({ pieces }: Line, fontSize: number): number {
  return pieces.reduce((sum, { run }) => {
    const space = run.gaps === 0 ? 0 : run.face.width(run.face.plainGlyph(SPACE));
    return sum + (run.gaps * space * fontSize) / 1000;
  }, 0);
}

const SPACE = 0x20;
