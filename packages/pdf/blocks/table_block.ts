import type { TableField } from "@paraph/core/layouts";
import type { Issue } from "@paraph/core/values";

import type { TableColumn } from "../compile/compiled_template.ts";
import type { TableFilling } from "../fill/fill_table.ts";
import { headStyle, type TextStyle, totalsStyle } from "../fill/text_style.ts";
import { PermanentRenderError } from "../permanent_render_error.ts";
import { colourOperands, decimal, POINTS } from "../write/content.ts";
import { TextContent } from "../write/text_content.ts";
import { type Block, type Effects, withEffects } from "./block.ts";
import { decoration } from "./block_tags.ts";
import { paintContent } from "./cell_content.ts";
import type { PictureContext } from "./picture_sources.ts";
import type { Rectangle, Sheet } from "./sheet.ts";
import { TableElements } from "./table_elements.ts";
import { measurePageLines } from "./table_page_lines.ts";
import { heightOf, inPart, measureRow, type Row, rowHeight } from "./table_row.ts";
import { lowestRow, measureBody, tableUnits } from "./table_units.ts";
import { withColumnWidths } from "./table_widths.ts";
import {
  boxContent,
  insideBox,
  setLines,
  type TextContext,
  type TextSetting,
} from "./text/text_box.ts";

/** The settings of a table's text, its images, and the height available on an empty page in millimetres. */
export interface TableContext extends TextContext, PictureContext {
  /** A higher row is divided between its lines. */
  readonly tallest: number;
}

/** A table, which page breaks can divide between rows; each page repeats the head. */
export function tableBlock(
  field: TableField,
  filledTable: TableFilling,
  context: TableContext,
): Block {
  const { tallest } = context;
  const filling = withColumnWidths(field, filledTable, context);
  const problem = tableProblem(field, filling, context);
  if (problem !== undefined)
    throw new PermanentRenderError("render_failed", `${field.name}: ${problem.message}`);
  const head = measureHead(field, filling, context);
  const headHeight = heightOf(head);
  const isRepeated = field.repeatHead !== false;
  const lines = measurePageLines(field, filling, context);
  const available = tallest - headHeight - lines.height;
  const totals = measureTotals(field, filling, context);
  const { units, starts } = tableUnits(
    measureBody(field, filling, context, available, heightOf(totals)),
    isRepeated ? [] : head,
    totals,
    available,
  );
  let elements: TableElements | undefined;
  return {
    extent: {
      kind: "divisible",
      head: isRepeated ? headHeight : 0,
      units: units.map(heightOf),
      ...(lines.height > 0 ? { pageLines: lines.heights } : {}),
    },
    paint: ({ top, height, from, to }, _page, sheet) => {
      if (sheet.tags !== undefined)
        elements ??= new TableElements(sheet.tags.field, filling.columns, head.length > 0);
      const isFirst = from === 0;
      const isLast = to === units.length;
      const shownRows = [
        ...(isRepeated ? head : []),
        ...(isFirst ? [] : lines.above(starts[from] ?? 0)),
        ...units.slice(from, to).flat(),
        ...(isFirst && isLast ? [] : lines.below(starts[from] ?? 0, starts[to] ?? 0, isLast)),
      ];
      const frame = { left: field.position.x, top, width: field.width, height };
      const rowsAndText = rowsContent(shownRows, frame, field, sheet, elements);
      elements?.endPage();
      const content = rowsAndText + decoration(outline(field, frame, sheet), sheet);
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
  const { tallest } = context;
  const line = lowestRow(field, filling, context);
  if (line > tallest)
    return { path: "bodyStyles.fontSize", message: "A row is higher than a page" };
  const headRows = measureHead(field, filling, context);
  const head = headRows.at(-1);
  const headHeight = heightOf(headRows);
  if (head !== undefined && headHeight + line > tallest) {
    const isLarge = rowHeight([], head.style) + line > tallest;
    return {
      path: isLarge ? "headStyles.fontSize" : headPath(field, head),
      message: "The head is so high that no row fits beneath it on a page",
    };
  }
  const pageLines = measurePageLines(field, filling, context).height;
  if (headHeight + pageLines + line > tallest) {
    const path = filling.grouping?.pageTotals === undefined ? "carryOver" : "pageTotals";
    return { path, message: "The lines at page breaks are so high that no row fits between them" };
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

function measureHead(
  field: TableField,
  { head, headRows = [], columns }: TableFilling,
  context: TextContext,
): ReadonlyArray<Row> {
  if (field.showHead === false || head.length === 0) return [];
  const style = headStyle(field.headStyles, context.typography);
  const above = headRows.map((row) =>
    measureRow(row.cells, row.columns, field.width, { style: { ...style } }, context),
  );
  const row = measureRow(head, columns, field.width, { style }, context);
  return [...above, row].map((each) => inPart("THead", each));
}

function measureTotals(
  field: TableField,
  { totals }: TableFilling,
  context: TextContext,
): ReadonlyArray<Row> {
  if (totals === undefined) return [];
  const style = totalsStyle(field.totals?.styles, field.bodyStyles, context.typography);
  const row = measureRow(totals.cells, totals.columns, field.width, { style }, context);
  return [inPart("TFoot", row)];
}

/** All boxes, then all text, so that a page has one text object. */
function rowsContent(
  rows: ReadonlyArray<Row>,
  frame: Rectangle,
  effects: Effects,
  sheet: Sheet,
  elements: TableElements | undefined,
): string {
  const text = new TextContent(sheet.resources.fonts, sheet.tags?.page);
  let boxes = "";
  let pictures = "";
  let top = frame.top;
  for (const row of rows) {
    const { cells, height, style, columns, cellStyles, contents } = row;
    const settings = cellSettings(row);
    const cellElements = elements?.cellsOf(row.tags, columns);
    const { across, between } = boxStyles(style);
    // One box for the row: adjacent boxes would show seams.
    boxes += boxContent({ ...frame, top, height }, across, sheet);
    let left = frame.left;
    columns.forEach(({ share }, index) => {
      const setting = settings[index];
      if (setting === undefined) return;
      const box = { left, top, width: frame.width * share, height };
      const own = cellStyles?.[index];
      if (own !== undefined) boxes += boxContent(box, own, sheet);
      else if (between !== undefined) boxes += boxContent(box, between, sheet);
      const inside = insideBox(box, own ?? style);
      const element = cellElements?.[index];
      const content = contents?.[index];
      if (content === undefined)
        setLines(text, cells[index] ?? [], inside, setting, sheet, () => element);
      else {
        const painting = paintContent(content, inside, setting.style, {
          text,
          sheet,
          frame,
          effects,
          element,
        });
        boxes += painting.rules;
        pictures += painting.pictures;
      }
      left += box.width;
    });
    top += height;
  }
  return decoration(boxes, sheet) + text.toString() + pictures;
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
function cellSettings({ style, columns, cellStyles }: Row): ReadonlyArray<TextSetting> {
  if (cellStyles !== undefined)
    return columns.map((column, index) => settingOf(cellStyles[index] ?? style, column));
  const cachedSettings = settingsOfStyles.get(style);
  if (cachedSettings !== undefined) return cachedSettings;
  const settings = columns.map((column) => settingOf(style, column));
  settingsOfStyles.set(style, settings);
  return settings;
}

function settingOf(style: TextStyle, { alignment }: TableColumn): TextSetting {
  return {
    style: alignment === undefined ? style : { ...style, alignment },
    fontSize: style.fontSize,
  };
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
