import type { TableField } from "@paraph/core/layouts";
import type { Issue } from "@paraph/core/values";

import type { TableFilling } from "../../fill/fill_table.ts";
import { headStyle, totalsStyle } from "../../fill/text_style.ts";
import { PermanentRenderError } from "../../permanent_render_error.ts";
import { colourOperands, decimal, POINTS } from "../../write/content.ts";
import { type Block, withEffects } from "../block.ts";
import { decoration } from "../block_tags.ts";
import type { PictureContext } from "../picture_sources.ts";
import type { Rectangle, Sheet } from "../sheet.ts";
import type { TextContext } from "../text/text_box.ts";
import { lowestRow, measureBody } from "./table_body.ts";
import { TableContents } from "./table_contents.ts";
import { continuedHeaders } from "./table_continued.ts";
import { TableElements } from "./table_elements.ts";
import { measurePageLines } from "./table_page_lines.ts";
import { rowsContent } from "./table_painting.ts";
import { heightOf, inPart, measureRow, type Row, rowHeight, type UnitRow } from "./table_row.ts";
import { measureTextRows } from "./table_text_rows.ts";
import { tableUnits } from "./table_units.ts";
import { withColumnWidths } from "./table_widths.ts";

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
  const { columns } = filling;
  const parts = measureParts(field, filling, context);
  const problem = problemOf(field, filling, context, parts);
  if (problem !== undefined)
    throw new PermanentRenderError("render_failed", `${field.name}: ${problem.message}`);
  const { head, lines, totals } = parts;
  const headHeight = heightOf(head);
  const isRepeated = field.repeatHead !== false;
  const space = tallest - headHeight - lines.height;
  const least = Math.max(parts.line, heightOf(totals));
  const continued = continuedHeaders(field, filling, context, space, least);
  const available = space - (continued?.height ?? 0);
  const { units, starts, above } = tableUnits(
    measureBody(field, filling, context, available, heightOf(totals), continued),
    isRepeated ? [] : head,
    totals,
    space,
  );
  const hasPageLines = lines.height > 0 || continued !== undefined;
  let elements: TableElements | undefined;
  return {
    extent: {
      kind: "divisible",
      head: isRepeated ? headHeight : 0,
      units: units.map(heightOf),
      ...(hasPageLines ? { pageLines: { ...lines.heights, above: above.map(heightOf) } } : {}),
    },
    paint: ({ top, height, from, to }, _page, sheet) => {
      if (sheet.tags !== undefined)
        elements ??= new TableElements(sheet.tags.field, columns, head.length > 0);
      const isFirst = from === 0;
      const isLast = to === units.length;
      const shownRows = [
        ...(isRepeated ? head : []),
        ...(isFirst ? [] : [...lines.above(starts[from] ?? 0), ...rowsOf(above[from] ?? [])]),
        ...rowsOf(units.slice(from, to).flat()),
        ...(isFirst && isLast ? [] : lines.below(starts[from] ?? 0, starts[to] ?? 0, isLast)),
      ];
      const frame = { left: field.position.x, top, width: field.width, height };
      const rowsAndText = rowsContent(shownRows, frame, field, sheet, elements);
      elements?.endPage();
      const content = rowsAndText + decoration(outline(field, frame, sheet), sheet);
      return withEffects(content, field, frame, sheet);
    },
    release: ({ from, to }) => {
      for (let unit = from; unit < to; unit++) units[unit] = NONE;
    },
  };
}

const NONE: ReadonlyArray<UnitRow> = [];

function rowsOf(rows: ReadonlyArray<UnitRow>): ReadonlyArray<Row> {
  return rows.map(({ row }) => row());
}

/** The parts of a table other than its rows. */
interface TableParts {
  /** The height of the lowest row. */
  readonly line: number;
  readonly head: ReadonlyArray<Row>;
  readonly lines: ReturnType<typeof measurePageLines>;
  readonly totals: ReadonlyArray<Row>;
}

function measureParts(field: TableField, filling: TableFilling, context: TableContext): TableParts {
  return {
    line: lowestRow(field, filling, context),
    head: measureHead(field, filling, context),
    lines: measurePageLines(field, filling, context),
    totals: measureTotals(field, filling, context),
  };
}

/** Returns why no row fits on a page, with the path of the oversized part inside the field. */
export function tableProblem(
  field: TableField,
  filling: TableFilling,
  context: TableContext,
): Issue | undefined {
  return problemOf(field, filling, context, measureParts(field, filling, context));
}

function problemOf(
  field: TableField,
  filling: TableFilling,
  context: TableContext,
  { line, head: headRows, lines, totals }: TableParts,
): Issue | undefined {
  const { tallest } = context;
  if (line > tallest) {
    const pictures = TableContents.of(filling, context)?.lowest(field) ?? 0;
    const path = pictures > tallest ? "cells" : "bodyStyles.fontSize";
    return { path, message: "A row is higher than a page" };
  }
  const head = headRows.at(-1);
  const headHeight = heightOf(headRows);
  if (head !== undefined && headHeight + line > tallest) {
    const isLarge = rowHeight([], head.style) + line > tallest;
    return {
      path: isLarge ? "headStyles.fontSize" : headPath(field, head),
      message: "The head is so high that no row fits beneath it on a page",
    };
  }
  if (headHeight + lines.height + line > tallest) {
    const path = filling.grouping?.pageTotals === undefined ? "carryOver" : "pageTotals";
    return { path, message: "The lines at page breaks are so high that no row fits between them" };
  }
  if (totals.length === 0 || headHeight + line + heightOf(totals) <= tallest) return undefined;
  const [first] = totals;
  const isLarge = first !== undefined && headHeight + line + rowHeight([], first.style) > tallest;
  const name = field.totals ? "totals" : "footRows";
  const size = field.totals ? "totals.styles.fontSize" : "footStyles.fontSize";
  return {
    path: isLarge ? size : name,
    message: "The totals are so high that no row fits above them on a page",
  };
}

/** The path of the heading with the most lines. Headings from the manifest have no path in the field. */
function headPath({ head, headRows }: TableField, { cells }: Row): string {
  if (head === undefined || head === null) return "head";
  if (headRows) return "headRows";
  const most = Math.max(...cells.map((lines) => lines.length));
  return `head.${cells.findIndex((lines) => lines.length === most)}`;
}

function measureHead(
  field: TableField,
  { head, headRows, columns }: TableFilling,
  context: TextContext,
): ReadonlyArray<Row> {
  if (field.showHead === false || head.length === 0) return [];
  const style = headStyle(field.headStyles, context.typography);
  const rows =
    headRows === undefined
      ? [measureRow(head, columns, field.width, { style }, context)]
      : measureTextRows(headRows, field.width, style, context);
  return rows.map((each) => inPart("THead", each));
}

function measureTotals(
  field: TableField,
  { totals, footRows = [] }: TableFilling,
  context: TextContext,
): ReadonlyArray<Row> {
  const style = totalsStyle(field.totals?.styles, field.bodyStyles, context.typography);
  const rows =
    totals === undefined
      ? []
      : [measureRow(totals.cells, totals.columns, field.width, { style }, context)];
  const footStyle = totalsStyle(field.footStyles, field.bodyStyles, context.typography);
  const foot = measureTextRows(footRows, field.width, footStyle, context);
  return [...rows, ...foot].map((each) => inPart("TFoot", each));
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
