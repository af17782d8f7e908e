import type {
  DataType,
  ItemField,
  LoopDefinition,
  VariableDefinition,
} from "../../manifests/mod.ts";
import type { Field } from "../model/layout.ts";
import type { PageArea } from "../model/page_config.ts";

/** The position and width of a generated field in millimetres. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The heights of generated fields in millimetres, including the distance to the next. */
export const FIELD_HEIGHTS = {
  title: 27,
  value: 13,
  table: 34,
  total: 7.5,
  long: 18,
  picture: 38,
} as const;

const INK = "#1f2937";
const MUTED = "#6b7280";
const HAIRLINE = "#e2e8f0";
const ACCENT = "#1e3a5f";

/** The title of the document, next to the first image, which is usually a logo. */
export function title(
  name: string,
  logo: VariableDefinition | undefined,
  { x, y, width }: Spot,
): ReadonlyArray<Field> {
  const logoWidth = Math.min(50, width * 0.35);
  const heading = text(
    "Title",
    literal(name),
    { x, y, width: logo ? width - logoWidth - 6 : width },
    14,
    {
      heading: 1,
      fontName: "Roboto-Bold",
      fontSize: 22,
      fontColor: ACCENT,
      verticalAlignment: "middle",
      dynamicFontSize: { min: 11, max: 22, fit: "vertical" },
    },
  );
  const rule = {
    ...box({ x, y: y + 18, width }, 0.5),
    name: "Title rule",
    type: "line",
    color: ACCENT,
  };
  return [
    heading,
    ...(logo ? [imageField(logo, { x: x + width - logoWidth, y, width: logoWidth }, 14)] : []),
    rule,
  ];
}

/** A value under its label. */
export function labelledValue(
  variable: VariableDefinition,
  { x, y, width }: Spot,
): ReadonlyArray<Field> {
  const condition = onlyWhenFilled(variable);
  return [
    { ...label(variable, { x, y, width }), ...condition },
    {
      ...value(variable, { x, y: y + 4, width }, 5.5, { fontSize: 11, overflow: "expand" }),
      ...condition,
    },
  ];
}

/** A text of any length under its label, over the whole width. */
export function longValue(
  variable: VariableDefinition,
  { x, y, width }: Spot,
): ReadonlyArray<Field> {
  const condition = onlyWhenFilled(variable);
  const style = { fontSize: 10, lineHeight: 1.4, overflow: "expand" } as const;
  return [
    { ...label(variable, { x, y: y + 4, width }), ...condition },
    { ...value(variable, { x, y: y + 8.5, width }, 6, style), ...condition },
  ];
}

/** An image under its label. */
export function picture(variable: VariableDefinition, { x, y, width }: Spot): ReadonlyArray<Field> {
  const condition = onlyWhenFilled(variable);
  const frame = { x, y: y + 8, width: Math.min(80, width) };
  return [
    { ...label(variable, { x, y: y + 3, width }), ...condition },
    { ...imageField(variable, frame, 26), ...condition },
  ];
}

/** An amount below the tables, with its label. The last one is emphasised as the grand total. */
export function total(
  variable: VariableDefinition,
  { x, y, width }: Spot,
  isLast: boolean,
): ReadonlyArray<Field> {
  const block = Math.min(width, 90);
  const left = x + width - block;
  const style = {
    // Figures align with those of the table.
    padding: { top: 0, right: 2, bottom: 0, left: 0 },
    fontSize: isLast ? 12 : 10,
    fontName: isLast ? "Roboto-Bold" : "Roboto",
    fontColor: isLast ? ACCENT : INK,
    verticalAlignment: "middle",
  };
  return [
    text(
      `${variable.key} label`,
      literal(variable.label),
      { x: left, y, width: block * 0.5 },
      6.5,
      style,
    ),
    value(variable, { x: left + block * 0.5, y, width: block * 0.5 }, 6.5, {
      ...style,
      alignment: "right",
    }),
  ];
}

/** A loop as a table under its name. */
export function table(
  { key, label: name, itemFields }: LoopDefinition,
  { x, y, width }: Spot,
): ReadonlyArray<Field> {
  const printable = itemFields.filter(({ dataType }) => dataType !== "image");
  const columns = printable.length === 0 ? itemFields : printable;
  const main = columns.findIndex(({ dataType }) => dataType === "text" || dataType === "longtext");
  const weights = columns.map((column, index) => (index === main ? MAIN_WEIGHT : weight(column)));
  const sum = weights.reduce((total, share) => total + share, 0);
  const fontSize = columns.length > 8 ? 6.5 : 9;
  const sides = columns.length > 8 ? 0.8 : 2;
  const padding = { top: 1.8, right: sides, bottom: 1.8, left: sides };
  const cell = { fontSize, lineHeight: 1.25, verticalAlignment: "middle", padding };
  const heading = text(`${key} heading`, literal(name), { x, y: y + 3, width }, 7, {
    fontName: "Roboto-Medium",
    fontSize: 12,
    fontColor: ACCENT,
  });
  const rows: Field = {
    ...box({ x, y: y + 11, width }, 16),
    name: key,
    type: "table",
    columns: columns.map((column) => column.key),
    head: columns.map((column) => literal(column.label)),
    headWidthPercentages: weights.map((share) => (share * 100) / sum),
    showHead: true,
    repeatHead: true,
    headStyles: {
      ...cell,
      fontName: "Roboto-Medium",
      fontColor: ACCENT,
      backgroundColor: "#f1f5f9",
      ...underline(0.3, ACCENT),
    },
    bodyStyles: { ...cell, fontColor: INK, backgroundColor: "", ...underline(0.15, HAIRLINE) },
    columnStyles: {
      alignment: Object.fromEntries(
        columns.map(({ dataType }, index) => [
          String(index),
          isFigure(dataType) ? "right" : "left",
        ]),
      ),
    },
  };
  return [heading, rows];
}

/** The title of the document and the page numbers, at the bottom of every page. */
export function footer(name: string, { width, height, padding }: PageArea): Array<Field> {
  const [, right, bottom, left] = padding;
  const innerWidth = width - left - right;
  // In the middle of the bottom margin, or on the page if the margin is too small.
  const y = Math.min(height - bottom / 2 - 1, height - 6);
  const style = { fontSize: 8, fontColor: MUTED };
  return [
    text("Footer title", literal(name), { x: left, y, width: innerWidth * 0.7 }, 4, {
      ...style,
      dynamicFontSize: { min: 4, max: 8, fit: "vertical" },
    }),
    text(
      "Footer page",
      "{currentPage} / {totalPages}",
      { x: left + innerWidth * 0.7, y, width: innerWidth * 0.3 },
      4,
      { ...style, alignment: "right" },
    ),
  ];
}

function label({ key, label: name }: VariableDefinition, spot: Spot): Field {
  return text(`${key} label`, literal(name), spot, 4, {
    fontSize: 8,
    fontColor: MUTED,
    overflow: "expand",
  });
}

/** Dates without a format print in the long style; other values are bound by their key. */
function value(
  { key, dataType, format }: VariableDefinition,
  spot: Spot,
  height: number,
  style: Style,
): Field {
  const settings = { fontColor: INK, lineHeight: 1.25, ...style };
  if (dataType === "date" && format === undefined) {
    return text(`${key} value`, `{${key}|date:long}`, spot, height, settings);
  }
  return { ...box(spot, height), name: key, type: "text", ...settings };
}

function imageField(variable: VariableDefinition, spot: Spot, height: number): Field {
  return { ...box(spot, height), name: variable.key, type: "image", alt: literal(variable.label) };
}

type Style = Readonly<Record<string, Field[string]>>;

function text(name: string, content: string, spot: Spot, height: number, style: Style): Field {
  return { ...box(spot, height), name, type: "text", readOnly: true, content, ...style };
}

function box({ x, y, width }: Spot, height: number) {
  return { position: { x, y }, width, height };
}

function underline(width: number, borderColor: string) {
  return { borderColor, borderWidth: { top: 0, right: 0, bottom: width, left: 0 } };
}

/** Hides the label of an optional value without data. False and zero are values. */
function onlyWhenFilled({ key, required, dataType }: VariableDefinition): {
  readonly when?: string;
} {
  const canBeFalse = dataType === "boolean" || dataType === "number" || dataType === "currency";
  return required || canBeFalse ? {} : { when: key };
}

/** The first text column describes the row, so it is the widest. */
const MAIN_WEIGHT = 5;
const WEIGHTS: Partial<Record<DataType, number>> = {
  text: 2,
  longtext: 4,
  url: 3,
  email: 3,
  datetime: 2,
  currency: 1.8,
};

function weight({ dataType }: ItemField): number {
  return WEIGHTS[dataType] ?? 1.2;
}

function isFigure(dataType: DataType): boolean {
  return dataType === "number" || dataType === "currency";
}

/** Replaces the braces of a label, which could form a placeholder. */
function literal(label: string): string {
  return label.replaceAll("{", "(").replaceAll("}", ")");
}
