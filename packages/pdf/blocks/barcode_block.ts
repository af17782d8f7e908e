import type { BarcodeField, BarcodeType } from "@paraph/core/layouts";

import type { BarCode, Barcode, MatrixCode } from "../barcodes/encode_barcode.ts";
import { breakLines } from "../text/break_lines.ts";
import { shapeText } from "../text/paragraph.ts";
import { colourOperands, decimal, filledBox, POINTS, precise } from "../write/content.ts";
import { TextContent } from "../write/text_content.ts";
import { type Block, type Effects, withEffects } from "./block.ts";
import { type Description, figure } from "./block_tags.ts";
import type { Rectangle, Sheet } from "./sheet.ts";

/** The space at each side of a code that readers need, in modules. */
const QUIET_ZONES: Readonly<Record<BarcodeType, readonly [left: number, right: number]>> = {
  qrcode: [4, 4],
  gs1datamatrix: [1, 1],
  pdf417: [2, 2],
  ean13: [11, 7],
  ean8: [7, 7],
  upca: [9, 9],
  upce: [9, 7],
  code39: [10, 10],
  code128: [10, 10],
  itf14: [10, 10],
  nw7: [10, 10],
  japanpost: [5, 5],
};

/** The type and the look of a code, in a field or in the cell of a table. */
type BarcodeSettings = Pick<
  BarcodeField,
  "type" | "backgroundColor" | "barColor" | "textColor" | "includetext"
>;

/** A box in points, from its lower left corner. */
interface PointBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A barcode as one path, with its quiet zone inside the box. */
export function barcodeBlock(field: BarcodeField, code: Barcode, description: Description): Block {
  return {
    extent: { kind: "whole", height: field.height },
    paint: ({ top }, _page, sheet) => {
      const frame = { left: field.position.x, top, width: field.width, height: field.height };
      return barcodeContent(field, code, description, frame, sheet);
    },
  };
}

/** Content that draws a barcode in a box. */
export function barcodeContent(
  settings: BarcodeSettings & Effects,
  code: Barcode,
  description: Description,
  frame: Rectangle,
  sheet: Sheet,
): string {
  const box = {
    x: frame.left * POINTS,
    y: sheet.height - (frame.top + frame.height) * POINTS,
    width: frame.width * POINTS,
    height: frame.height * POINTS,
  };
  const background = colourOperands(settings.backgroundColor);
  const content =
    (background === undefined
      ? ""
      : filledBox(background, box.x, box.y + box.height, box.width, box.height)) +
    (code.kind === "matrix"
      ? matrixContent(settings, code, box)
      : barsContent(settings, code, box, sheet));
  return figure(withEffects(content, settings, frame, sheet), description, frame, sheet);
}

/** The width of a barcode with its quiet zone: in modules, and relative to its height if that decides it. */
export function barcodeWidth(
  type: BarcodeType,
  code: Barcode,
): { readonly modules: number; readonly ratio?: number } {
  const [left, right] = QUIET_ZONES[type];
  if (code.kind === "bars") return { modules: left + code.width + right };
  const modules = left + code.columns + right;
  return type === "pdf417" ? { modules } : { modules, ratio: modules / (left + code.rows + right) };
}

function matrixContent(field: BarcodeSettings, code: MatrixCode, box: PointBox): string {
  const { columns, rows, runs } = code;
  const quiet = 2 * QUIET_ZONES[field.type][0];
  const side = Math.min(box.width / (columns + quiet), box.height / (rows + quiet));
  // The rows of PDF417 may have any height.
  const isStretched = field.type === "pdf417";
  const width = isStretched ? box.width / (columns + quiet) : side;
  const height = isStretched ? Math.max(0, box.height - quiet * width) / rows : side;
  const x = box.x + (box.width - columns * width) / 2;
  const y = box.y + (box.height + rows * height) / 2;
  const path = runs.map((run) => `${run.x} ${run.row} ${run.width} 1 re`).join(" ");
  return filledPath(field, [width, -height], [x, y], path);
}

/** Content that fills a path in a colour, in units of a module from an origin. */
function filledPath(
  { barColor }: BarcodeSettings,
  [width, height]: readonly [number, number],
  [x, y]: readonly [number, number],
  path: string,
): string {
  const matrix = `${precise(width)} 0 0 ${precise(height)} ${precise(x)} ${precise(y)}`;
  return `q ${colourOperands(barColor) ?? "0 0 0"} rg ${matrix} cm ${path} f Q\n`;
}

/** The font size of the text, in modules. */
const TEXT_SIZE = 10.5;
/** The maximum share of the text in the height of the box. */
const MAX_TEXT = 0.3;
const FONT = "Roboto";
/** The height of digits, and the distance of the bars from them, relative to the font size. */
const DIGITS = { height: 0.71, gap: 0.15 };
/** The thickness of the bearer bars of ITF-14, in modules. */
const BEARER = 4;

function barsContent(field: BarcodeSettings, code: BarCode, box: PointBox, sheet: Sheet): string {
  const [left, right] = QUIET_ZONES[field.type];
  const unit = box.width / (left + code.width + right);
  const hasText = field.includetext !== false && code.text.length > 0;
  const fontSize = hasText ? fittingSize(code, unit, box) : 0;
  const band = fontSize * (DIGITS.height + DIGITS.gap);
  const bearer = field.type === "itf14" ? Math.min(BEARER * unit, (box.height - band) / 10) : 0;
  const height = box.height - band - 2 * bearer;
  const origin = [box.x + left * unit, box.y + band + bearer] as const;
  const path = code.bars.map((bar) => {
    // Guard bars reach into the middle of the digits.
    const bottom = bar.bottom < 0 ? -band / 2 : bar.bottom * height;
    const sides = [bar.x, bottom, bar.width, bar.top * height - bottom];
    return `${sides.map(precise).join(" ")} re`;
  });
  if (bearer > 0) {
    const width = left + code.width + right;
    for (const bottom of [-bearer, height])
      path.push(`${[-left, bottom, width, bearer].map(precise).join(" ")} re`);
  }
  const content = filledPath(field, [unit, 1], origin, path.join(" "));
  return content + (hasText ? textContent(field, code, unit, origin[0], box, fontSize, sheet) : "");
}

/** The largest font size at which the text fits below the bars. */
function fittingSize({ text, width }: BarCode, unit: number, { height }: PointBox): number {
  const highest = Math.min(TEXT_SIZE * unit, (height * MAX_TEXT) / (DIGITS.height + DIGITS.gap));
  if (typeof text !== "string") return highest;
  const wide = lineOf(text)?.width ?? 0;
  return wide === 0 ? highest : Math.min(highest, (width * unit * 1000) / wide);
}

function textContent(
  { textColor }: BarcodeSettings,
  { text, width }: BarCode,
  unit: number,
  left: number,
  box: PointBox,
  fontSize: number,
  sheet: Sheet,
): string {
  const content = new TextContent(sheet.resources.fonts);
  const pieces = typeof text === "string" ? [{ text, x: width / 2 }] : text;
  const setting = { fontSize, spacing: 0, colour: colourOperands(textColor) ?? "0 0 0" };
  for (const piece of pieces) {
    const line = lineOf(piece.text);
    if (line === undefined) continue;
    const x = left + piece.x * unit - (line.width * fontSize) / 2000;
    content.line(line, setting, Number(decimal(x)), box.y, 0);
  }
  return content.toString();
}

/** The text as one line; control characters print as spaces. */
function lineOf(text: string) {
  const printable = text.replaceAll(/\p{Cc}/gu, " ");
  return breakLines(shapeText([{ text: printable, fontName: FONT }]), Infinity, 0)[0];
}
