import { BUNDLED_FONTS } from "@paraph/core/fonts";

import { TEXTS } from "../texts.ts";
import type { PropPanelSchema } from "./plugin.ts";

type Settings = Readonly<Record<string, PropPanelSchema>>;

const { style } = TEXTS;

const millimetres = { min: 0, max: 5000, step: 0.1 };

function numberOf(title: string, props: object, span = 12): PropPanelSchema {
  return { title, type: "number", widget: "inputNumber", span, props: { ...props } };
}

function colourOf(title: string): PropPanelSchema {
  return { title, type: "string", widget: "color", span: 12 };
}

function choiceOf(
  title: string,
  labels: Readonly<Record<string, string>>,
  span = 12,
): PropPanelSchema {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return { title, type: "string", widget: "select", span, props: { options } };
}

/** Where a field is, in millimetres, for every type. */
export const PLACE_SETTINGS: Settings = {
  "position.x": numberOf(style.x, millimetres),
  "position.y": numberOf(style.y, millimetres),
  width: numberOf(style.width, millimetres),
  height: numberOf(style.height, millimetres),
  rotate: numberOf(style.rotate, { min: -360, max: 360, step: 1, placeholder: "0" }),
  opacity: numberOf(style.opacity, { min: 0, max: 1, step: 0.1, placeholder: "1" }),
};

const LETTERS: Settings = {
  fontName: {
    title: style.font,
    type: "string",
    widget: "font",
    span: 24,
    props: { options: BUNDLED_FONTS.map(({ name }) => ({ value: name, label: name })) },
  },
  fontSize: numberOf(style.fontSize, { min: 0.5, max: 1000, step: 0.5 }),
  lineHeight: numberOf(style.lineHeight, { min: 0.1, max: 20, step: 0.05 }),
  characterSpacing: numberOf(style.characterSpacing, { min: -100, max: 500, step: 0.1 }),
  fontColor: colourOf(style.fontColor),
  alignment: choiceOf(style.alignment, style.alignments),
  verticalAlignment: choiceOf(style.verticalAlignment, style.verticalAlignments),
  backgroundColor: colourOf(style.backgroundColor),
};

const LINES: Settings = {
  underline: { title: style.underline, type: "boolean", span: 12 },
  strikethrough: { title: style.strikethrough, type: "boolean", span: 12 },
};

const OVERFLOW: Settings = { overflow: choiceOf(style.overflow, style.overflows, 24) };

/** The style of text. */
export const TEXT_STYLE: Settings = { ...LETTERS, ...LINES, ...OVERFLOW };

/** The style of lists. */
export const LIST_STYLE: Settings = {
  ...LETTERS,
  listStyle: choiceOf(style.listStyle, style.listStyles),
};

/** The style of lines and shapes. */
export const LINE_STYLE: Settings = { color: colourOf(style.color) };
export const SHAPE_STYLE: Settings = {
  color: colourOf(style.fill),
  borderColor: colourOf(style.borderColor),
  borderWidth: numberOf(style.borderWidth, millimetres),
};
export const RECTANGLE_STYLE: Settings = {
  ...SHAPE_STYLE,
  radius: numberOf(style.radius, millimetres),
};

/** The style of marks. */
export const MARK_STYLE: Settings = { color: colourOf(style.color) };

/** The style of barcodes. */
export const CODE_STYLE: Settings = {
  barColor: colourOf(style.barColor),
  backgroundColor: colourOf(style.backgroundColor),
};

/** The style of barcodes with text below. */
export const LABELLED_CODE_STYLE: Settings = {
  ...CODE_STYLE,
  textColor: colourOf(style.fontColor),
  includetext: { title: style.includeText, type: "boolean", span: 12 },
};

/** The styles of the parts of a table, each with its own settings below a name. */
export const TABLE_STYLE: Settings = {
  showHead: { title: style.showHead, type: "boolean", span: 12 },
  repeatHead: { title: style.repeatHead, type: "boolean", span: 12 },
  direction: choiceOf(style.direction, style.directions),
  ...partOf("headStyles", style.head),
  ...partOf("bodyStyles", style.body),
  "bodyStyles.alternateBackgroundColor": colourOf(style.alternate),
};

function partOf(part: string, title: string): Settings {
  const { overflow: _overflow, ...letters } = LETTERS;
  return {
    [`${part}-title`]: { title, type: "void", widget: "Heading" },
    ...Object.fromEntries(Object.entries(letters).map(([key, value]) => [`${part}.${key}`, value])),
    [`${part}.borderColor`]: colourOf(style.borderColor),
    [`${part}.padding`]: numberOf(style.padding, { ...millimetres, sides: true }),
  };
}

/** The picture or drawing of a field. */
export const IMAGE_FILE: Settings = {
  content: { title: style.image, type: "string", widget: "image", span: 24 },
};
export const SVG_FILE: Settings = {
  content: { title: style.svg, type: "string", widget: "svg", span: 24 },
};
