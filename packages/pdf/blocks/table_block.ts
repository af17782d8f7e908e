import type { TableField } from "@paraph/core/layouts";
import type { Issue } from "@paraph/core/values";

import type { TableColumn } from "../compile/compiled_template.ts";
import type { TableFilling } from "../fill/fill_table.ts";
import { bodyStyle, headStyle, type TextStyle, totalsStyle } from "../fill/text_style.ts";
import { PermanentRenderError } from "../permanent_render_error.ts";
import type { Line } from "../text/line.ts";
import { shapeText } from "../text/paragraph.ts";
import { colourOperands, decimal, POINTS } from "../write/content.ts";
import { TextContent } from "../write/text_content.ts";
import { type Block, type Rectangle, type Sheet, withEffects } from "./block.ts";
import {
  boxContent,
  fitLines,
  insetsOf,
  insideBox,
  setLines,
  type TextContext,
  textOptions,
  type TextSetting,
} from "./text/text_box.ts";

/** A row whose cells are broken into lines; lengths in millimetres. */
interface Row {
  readonly cells: ReadonlyArray<ReadonlyArray<Line>>;
  readonly height: number;
  readonly style: TextStyle;
  readonly columns: ReadonlyArray<TableColumn>;
}

/** The settings of a table's text, and the height available on an empty page in millimetres. */
export interface TableContext extends TextContext {
  /** A higher row is divided between its lines. */
  readonly tallest: number;
}

/** A table, which page breaks can divide between rows; each page repeats the head. */
export function tableBlock(field: TableField, filling: TableFilling, context: TableContext): Block {
  const { tallest, typography } = context;
  const problem = tableProblem(field, filling, context);
  if (problem !== undefined)
    throw new PermanentRenderError("render_failed", `${field.name}: ${problem.message}`);
  const { columns } = filling;
  const head = measureHead(field, filling, context);
  const headHeight = heightOf(head);
  const isRepeated = field.repeatHead !== false;
  const plain = bodyStyle(field.bodyStyles, typography);
  const stripe = field.bodyStyles?.alternateBackgroundColor || undefined;
  const totals = measureTotals(field, filling, context);
  const totalsHeight = heightOf(totals);
  const rows = filling.rows.flatMap((cells, index) => {
    const style =
      stripe !== undefined && index % 2 === 0 ? { ...plain, backgroundColor: stripe } : plain;
    const available = tallest - headHeight - (index === filling.rows.length - 1 ? totalsHeight : 0);
    return divideRow(measureRow(cells, columns, field.width, style, context), available);
  });
  const units = tableUnits(isRepeated ? [] : head, rows, totals);
  return {
    extent: { kind: "divisible", head: isRepeated ? headHeight : 0, units: units.map(heightOf) },
    paint: ({ top, height, from, to }, _page, sheet) => {
      const shownRows = [...(isRepeated ? head : []), ...units.slice(from, to).flat()];
      const frame = { left: field.position.x, top, width: field.width, height };
      const content = rowsContent(shownRows, frame, sheet) + outline(field, frame, sheet);
      return withEffects(content, field, frame, sheet);
    },
  };
}

/** Returns why no row fits on a page, with the path of the oversized part inside the field. */
export function tableProblem(
  field: TableField,
  filling: TableFilling,
  context: TableContext,
): Issue | undefined {
  const { tallest, typography } = context;
  const line = rowHeight([], bodyStyle(field.bodyStyles, typography));
  if (line > tallest)
    return { path: "bodyStyles.fontSize", message: "A row is higher than a page" };
  const [head] = measureHead(field, filling, context);
  const headHeight = head?.height ?? 0;
  if (head !== undefined && headHeight + line > tallest) {
    const isLarge = rowHeight([], head.style) + line > tallest;
    return {
      path: isLarge ? "headStyles.fontSize" : headPath(field, head),
      message: "The head is so high that no row fits beneath it on a page",
    };
  }
  const [totals] = measureTotals(field, filling, context);
  if (totals === undefined || headHeight + line + totals.height <= tallest) return undefined;
  const isLarge = headHeight + line + rowHeight([], totals.style) > tallest;
  return {
    path: isLarge ? "totals.styles.fontSize" : "totals",
    message: "The totals are so high that no row fits above them on a page",
  };
}

/** The path of the heading with the most lines. Headings from the manifest have no path in the field. */
function headPath({ head }: TableField, { cells }: Row): string {
  if (head === undefined || head === null) return "head";
  const most = Math.max(...cells.map((lines) => lines.length));
  return `head.${cells.findIndex((lines) => lines.length === most)}`;
}

function heightOf(rows: ReadonlyArray<Row>): number {
  return rows.reduce((sum, { height }) => sum + height, 0);
}

function measureHead(
  field: TableField,
  { head, columns }: TableFilling,
  context: TextContext,
): ReadonlyArray<Row> {
  if (field.showHead === false || head.length === 0) return [];
  const style = headStyle(field.headStyles, context.typography);
  return [measureRow(head, columns, field.width, style, context)];
}

function measureTotals(
  field: TableField,
  { totals }: TableFilling,
  context: TextContext,
): ReadonlyArray<Row> {
  if (totals === undefined) return [];
  const style = totalsStyle(field.totals?.styles, field.bodyStyles, context.typography);
  return [measureRow(totals.cells, totals.columns, field.width, style, context)];
}

function measureRow(
  cells: ReadonlyArray<string>,
  columns: ReadonlyArray<TableColumn>,
  width: number,
  style: TextStyle,
  context: TextContext,
): Row {
  const insets = insetsOf(style);
  const options = textOptions(style, context);
  const setting: TextSetting = { style, fontSize: style.fontSize };
  const lines = columns.map(({ share }, index) => {
    const available = Math.max(0.1, width * share - insets.left - insets.right);
    const text = shapeText([{ text: cells[index] ?? "", fontName: style.fontName }], options);
    return fitLines(text, available, setting);
  });
  return { cells: lines, height: rowHeight(lines, style), style, columns };
}

function rowHeight(cells: ReadonlyArray<ReadonlyArray<Line>>, style: TextStyle): number {
  const most = cells.reduce((count, lines) => Math.max(count, lines.length), 1);
  const insets = insetsOf(style);
  return (most * style.fontSize * style.lineHeight) / POINTS + insets.top + insets.bottom;
}

/** Divides a row that is higher than a page into rows that fit. */
function divideRow(row: Row, tallest: number): ReadonlyArray<Row> {
  if (row.height <= tallest) return [row];
  const { cells, style } = row;
  const step = (style.fontSize * style.lineHeight) / POINTS;
  const inset = rowHeight([], style) - step;
  const perRow = Math.max(1, Math.floor((tallest - inset) / step));
  const count = Math.ceil(cells.reduce((most, lines) => Math.max(most, lines.length), 1) / perRow);
  return Array.from({ length: count }, (_, index) => {
    const part = cells.map((lines) => lines.slice(index * perRow, (index + 1) * perRow));
    return {
      ...row,
      cells: part,
      height: rowHeight(part, style),
      style: { ...style, verticalAlignment: "top" },
    };
  });
}

/** All boxes, then all text, so that a page has one text object. */
function rowsContent(rows: ReadonlyArray<Row>, frame: Rectangle, sheet: Sheet): string {
  const text = new TextContent(sheet.resources.fonts);
  let boxes = "";
  let top = frame.top;
  for (const { cells, height, style, columns } of rows) {
    const settings = cellSettings(style, columns);
    const { across, between } = boxStyles(style);
    // One box for the row: adjacent boxes would show seams.
    boxes += boxContent({ ...frame, top, height }, across, sheet);
    let left = frame.left;
    columns.forEach(({ share }, index) => {
      const setting = settings[index];
      if (setting === undefined) return;
      const box = { left, top, width: frame.width * share, height };
      if (between !== undefined) boxes += boxContent(box, between, sheet);
      setLines(text, cells[index] ?? [], insideBox(box, style), setting, sheet);
      left += box.width;
    });
    top += height;
  }
  return boxes + text.toString();
}

interface BoxStyles {
  /** The background of a row, and its top and bottom borders. */
  readonly across: TextStyle;
  /** The left and right borders of its cells, if it has any. */
  readonly between: TextStyle | undefined;
}

const boxesOfStyles = new WeakMap<TextStyle, BoxStyles>();

function boxStyles(style: TextStyle): BoxStyles {
  const cachedStyles = boxesOfStyles.get(style);
  if (cachedStyles !== undefined) return cachedStyles;
  const { top, right, bottom, left } = style.borderWidth;
  const parts = {
    across: { ...style, borderWidth: { top, right: 0, bottom, left: 0 } },
    between:
      left > 0 || right > 0
        ? { ...style, backgroundColor: undefined, borderWidth: { top: 0, right, bottom: 0, left } }
        : undefined,
  };
  boxesOfStyles.set(style, parts);
  return parts;
}

const settingsOfStyles = new WeakMap<TextStyle, ReadonlyArray<TextSetting>>();

/** The alignment of a column overrides that of its row, so that figures line up. */
function cellSettings(
  style: TextStyle,
  columns: ReadonlyArray<TableColumn>,
): ReadonlyArray<TextSetting> {
  const cachedSettings = settingsOfStyles.get(style);
  if (cachedSettings !== undefined) return cachedSettings;
  const settings = columns.map(({ alignment }) => ({
    style: alignment === undefined ? style : { ...style, alignment },
    fontSize: style.fontSize,
  }));
  settingsOfStyles.set(style, settings);
  return settings;
}

function outline(
  { tableStyles }: TableField,
  { left, top, width, height }: Rectangle,
  sheet: Sheet,
): string {
  const colour = colourOperands(tableStyles?.borderColor);
  const line = tableStyles?.borderWidth ?? 0;
  if (colour === undefined || line === 0) return "";
  const numbers = [left, sheet.height / POINTS - top - height, width, height].map((length) =>
    decimal(length * POINTS),
  );
  return `q ${colour} RG ${decimal(line * POINTS)} w ${numbers.join(" ")} re S Q\n`;
}

/**
 * The units between which a table can be divided: its rows, the first with a head that is not repeated, the
 * last with the totals.
 */
function tableUnits<Row>(
  head: ReadonlyArray<Row>,
  rows: ReadonlyArray<Row>,
  totals: ReadonlyArray<Row>,
): ReadonlyArray<ReadonlyArray<Row>> {
  const [first, ...others] = rows.map((row) => [row]);
  const units = [[...head, ...(first ?? [])], ...others];
  units.at(-1)?.push(...totals);
  return units.filter((unit) => unit.length > 0);
}
