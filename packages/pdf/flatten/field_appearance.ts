import {
  PDFArray,
  type PDFDict,
  PDFHexString,
  type PDFObject,
  PDFStream,
  PDFString,
} from "pdf-lib";

import type { FontTable } from "../fonts/opentype/font_table.ts";
import { ContentScanner } from "../read/content_scanner.ts";
import { contentBytes } from "../read/content_stream.ts";
import { dictEntry, entry, nameEntry, nameOf, numberOf, textOf } from "../read/pdf_objects.ts";
import { checkMark } from "../signing/marks/stroke_mark.ts";
import type { VisibleBox } from "../signing/marks/visible_box.ts";
import { decimal, precise } from "../write/content.ts";
import { fieldEntry } from "./annotation.ts";
import { fieldText, type FieldTextStyle } from "./field_text.ts";
import { colour, ellipse } from "./markup_appearance.ts";

/** The bits of `/Ff`. */
const FLAGS = {
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  comb: 1 << 24,
} as const;

/** The document-wide objects that a field is drawn with. */
export interface FieldContext {
  readonly form: PDFDict | undefined;
  readonly fonts: FontTable;
}

/**
 * Draws a field that has no appearance: its background, its border and its value. The text is upright in the
 * box.
 */
export function fieldAppearance(widget: PDFDict, box: VisibleBox, context: FieldContext): string {
  const get = (key: string) => fieldEntry(widget, key, context.form);
  const flags = numberOf(get("Ff")) ?? 0;
  const has = (flag: keyof typeof FLAGS) => (flags & FLAGS[flag]) !== 0;
  const style = styleOf(get("DA"), get("Q"), has("multiline"));
  const text = (value: string, more: Partial<FieldTextStyle> = {}) =>
    value === "" ? "" : fieldText(value, box, { ...style, ...more }, context.fonts);
  const frame = frameOf(widget, box, has("radio"));
  switch (nameOf(get("FT"))) {
    case "Tx": {
      const value = valueText(get("V"));
      const length = numberOf(get("MaxLen")) ?? 0;
      if (has("password")) return frame + text("\u2022".repeat(Array.from(value).length));
      if (has("comb") && length > 0 && length <= MAX_CELLS)
        return (
          frame +
          combCells(value, length, box, (cell, cellBox) =>
            fieldText(cell, cellBox, { ...style, alignment: "centre" }, context.fonts),
          )
        );
      return frame + text(value);
    }
    case "Ch": {
      const options = optionsOf(get("Opt"));
      const selectedValues = new Set(valuesOf(get("V")));
      if (has("combo")) {
        const [value = ""] = selectedValues;
        const option = options.find(({ exportValue }) => exportValue === value);
        return frame + text(option?.label ?? value);
      }
      return (
        frame +
        listOptions(options, selectedValues, box, { ...style, multiline: false }, context.fonts)
      );
    }
    case "Btn": {
      if (has("pushButton"))
        return (
          frame + text(valueText(entry(dictEntry(widget, "MK"), "CA")), { alignment: "centre" })
        );
      const isOn = (nameEntry(widget, "AS") ?? nameOf(get("V")) ?? "Off") !== "Off";
      if (!isOn) return frame;
      return frame + (has("radio") ? dot(box) : checkMark(box));
    }
    default:
      return "";
  }
}

/** Draws a free text annotation that has no appearance. */
export function freeTextAppearance(
  annotation: PDFDict,
  box: VisibleBox,
  context: FieldContext,
): string {
  const style = styleOf(entry(annotation, "DA"), entry(annotation, "Q"), true);
  const value = valueText(entry(annotation, "Contents"));
  return value === "" ? "" : fieldText(value, box, style, context.fonts);
}

/** More cells are not distinguishable on a page. */
const MAX_CELLS = 200;

function combCells(
  value: string,
  length: number,
  box: VisibleBox,
  draw: (cell: string, box: VisibleBox) => string,
): string {
  const width = box.width / length;
  return Array.from(value)
    .slice(0, length)
    .map((cell, index) =>
      cell.trim() === "" ? "" : draw(cell, { ...box, left: box.left + index * width, width }),
    )
    .join("");
}

function frameOf(widget: PDFDict, box: VisibleBox, isRound: boolean): string {
  const { left, bottom, width, height } = box;
  const marks = dictEntry(widget, "MK");
  const background = colour(marks, "BG", "rg");
  const border = colour(marks, "BC", "RG");
  const line = numberOf(entry(dictEntry(widget, "BS"), "W")) ?? 1;
  const sides = (inset: number) => {
    const [right, top] = [left + width - inset, bottom + height - inset];
    const inner = { left: left + inset, bottom: bottom + inset, right, top };
    if (isRound) return ellipse(inner);
    const { left: x, bottom: y } = inner;
    return `${[x, y, right - x, top - y].map(decimal).join(" ")} re`;
  };
  const fill = background === "" ? "" : `q ${background}${sides(0)} f Q\n`;
  if (border === "" || line <= 0) return fill;
  return `${fill}q ${border}${precise(line)} w ${sides(line / 2)} S Q\n`;
}

/** A filled circle in the centre of a box, drawn as a line of length 0 with round caps. */
function dot({ left, bottom, width, height }: VisibleBox): string {
  const centre = `${decimal(left + width / 2)} ${decimal(bottom + height / 2)}`;
  return `q 1 J ${decimal(Math.min(width, height) / 2)} w 0 G ${centre} m ${centre} l S Q\n`;
}

function styleOf(
  appearance: PDFObject | undefined,
  quadding: PDFObject | undefined,
  multiline: boolean,
): FieldTextStyle {
  let [fontSize, colour] = [0, "0 0 0"];
  const isText = appearance instanceof PDFString || appearance instanceof PDFHexString;
  const scanner = new ContentScanner(isText ? appearance.asBytes() : new Uint8Array());
  let numbers: Array<number> = [];
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    if (token.kind === "number") numbers.push(token.value);
    if (token.kind !== "operator") continue;
    const operands = numbers.map((value) => Math.min(1, Math.max(0, value)));
    const [a = 0, b = 0, c = 0, k = 0] = operands;
    if (token.name === "Tf") fontSize = Math.min(144, Math.max(0, numbers.at(-1) ?? 0));
    if (token.name === "g") colour = [a, a, a].map(precise).join(" ");
    if (token.name === "rg") colour = [a, b, c].map(precise).join(" ");
    if (token.name === "k") colour = [a, b, c].map((ink) => precise((1 - ink) * (1 - k))).join(" ");
    numbers = [];
  }
  const alignment = ({ 1: "centre", 2: "right" } as const)[numberOf(quadding) ?? 0] ?? "left";
  return { fontSize, colour, alignment, multiline };
}

/** A long value is a stream. */
function valueText(value: PDFObject | undefined): string {
  if (value instanceof PDFStream) return Buffer.from(contentBytes(value) ?? []).toString("latin1");
  return textOf(value) ?? nameOf(value) ?? "";
}

interface Option {
  readonly exportValue: string;
  readonly label: string;
}

/** An option is a text, or a pair of export value and visible text. */
function optionsOf(options: PDFObject | undefined): ReadonlyArray<Option> {
  return valuesOrItems(options).map((option) => {
    const [exportValue, label] = valuesOrItems(option).map(valueText);
    return { exportValue: exportValue ?? "", label: label ?? exportValue ?? "" };
  });
}

function valuesOf(value: PDFObject | undefined): ReadonlyArray<string> {
  return valuesOrItems(value).map(valueText);
}

function valuesOrItems(value: PDFObject | undefined): ReadonlyArray<PDFObject> {
  if (value === undefined) return [];
  if (!(value instanceof PDFArray)) return [value];
  return Array.from({ length: value.size() }, (_, index) => value.lookup(index)).filter(
    (item) => item !== undefined,
  );
}

/** The background of a selected option. */
const SELECTED_BACKGROUND = "0.6 0.75 0.86 rg";

/** Draws the options of a list below each other, as many as fit. */
function listOptions(
  options: ReadonlyArray<Option>,
  selectedValues: ReadonlySet<string>,
  { left, bottom, width, height }: VisibleBox,
  style: FieldTextStyle,
  fonts: FontTable,
): string {
  const fontSize = style.fontSize > 0 ? style.fontSize : 12;
  const row = fontSize * 1.2;
  return options
    .slice(0, Math.floor((height - 2) / row))
    .map(({ exportValue, label }, index) => {
      const box = {
        left: left + 1,
        bottom: bottom + height - 1 - (index + 1) * row,
        width: width - 2,
        height: row,
      };
      const sides = [box.left, box.bottom, box.width, box.height].map(decimal).join(" ");
      const behind = selectedValues.has(exportValue)
        ? `q ${SELECTED_BACKGROUND} ${sides} re f Q\n`
        : "";
      return behind + (label === "" ? "" : fieldText(label, box, { ...style, fontSize }, fonts));
    })
    .join("");
}
