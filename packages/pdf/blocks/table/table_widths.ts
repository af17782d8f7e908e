import type { TableField } from "@paraph/core/layouts";

import type { TableColumn } from "../../compile/compiled_template.ts";
import type { FilledGrouping, GroupLine } from "../../fill/fill_groups.ts";
import type { TableFilling } from "../../fill/fill_table.ts";
import { bodyStyle, headStyle, type TextStyle, totalsStyle } from "../../fill/text_style.ts";
import { breakLines, widestWord } from "../../text/break_lines.ts";
import { shapeText } from "../../text/paragraph.ts";
import { POINTS } from "../../write/content.ts";
import type { PictureContext } from "../picture_sources.ts";
import { insetsOf, type TextContext, textOptions } from "../text/text_box.ts";
import type { ContentWidths } from "./cell_content.ts";
import { rangesOf } from "./table_cells.ts";
import { TableContents } from "./table_contents.ts";

/** The width of a column that shows its longest word, and of one that breaks no line, in millimetres. */
interface Widths {
  least: number;
  most: number;
}

/** Rounding must not break the widest line of a column. */
const SPARE = 0.05;

/** A table whose automatic columns are as wide as their content. */
export function withColumnWidths(
  field: TableField,
  filling: TableFilling,
  context: TextContext & PictureContext,
): TableFilling {
  const { columnWidths, width } = field;
  if (!columnWidths?.includes("auto")) return filling;
  const measured = measureColumns(field, filling, context);
  const autos = columnWidths.flatMap((each, index) => {
    const own = measured[index];
    return each === "auto" && own !== undefined ? [own] : [];
  });
  const fixed = columnWidths.reduce<number>((sum, each) => sum + (each === "auto" ? 0 : each), 0);
  const widths = shareOut(autos, width - fixed);
  let next = 0;
  const shares = columnWidths.map((each) =>
    each === "auto" ? (widths[next++] ?? 0) / width : each / width,
  );
  return withShares(filling, shares);
}

/** Divides a width: between the least and the most, in proportion to the most, or fairly if it is too small. */
function shareOut(columns: ReadonlyArray<Widths>, width: number): ReadonlyArray<number> {
  const least = columns.reduce((sum, column) => sum + column.least, 0);
  const most = columns.reduce((sum, column) => sum + column.most, 0);
  if (most <= width) return columns.map((column) => (column.most / most) * width);
  if (least >= width) {
    const limit = widthLimit(columns, width);
    return columns.map((column) => Math.min(column.least, limit));
  }
  const grow = (width - least) / (most - least);
  return columns.map((column) => column.least + (column.most - column.least) * grow);
}

/**
 * The width above which columns are narrowed so that all of them fit. Only the widest are: one very long word must
 * not leave the other columns without space for theirs.
 */
function widthLimit(columns: ReadonlyArray<Widths>, width: number): number {
  let [left, count] = [width, columns.length];
  for (const { least } of columns.toSorted((a, b) => a.least - b.least)) {
    if (least > left / count) break;
    left -= least;
    count -= 1;
  }
  return count === 0 ? Infinity : left / count;
}

function measureColumns(
  field: TableField,
  filling: TableFilling,
  context: TextContext & PictureContext,
): ReadonlyArray<Widths> {
  const { head, rows, columns, totals, grouping, footRows = [], columnSpans } = filling;
  const { typography } = context;
  const widths = columns.map((): Widths => ({ least: 1, most: 1 }));
  const contents = TableContents.of(filling, context);
  const grow = (column: Widths | undefined, { least, most }: Widths) => {
    if (column === undefined) return;
    column.least = Math.max(column.least, least);
    column.most = Math.max(column.most, most);
  };
  const add = (
    cells: ReadonlyArray<string>,
    styles: ReadonlyArray<TextStyle>,
    own: ReadonlyArray<TableColumn>,
  ) => {
    cells.forEach((text, index) => {
      const [from = index, to = index + 1] = own[index]?.span ?? [];
      const column = widths[from];
      if (column === undefined || to - from > 1 || text === "") return;
      for (const style of styles) grow(column, textWidths(text, style, context));
    });
  };
  const addContents = (row: ReadonlyArray<string>, styles: ReadonlyArray<TextStyle>) => {
    for (const style of styles)
      for (const { column, widths: own } of contents?.widths(row, style) ?? [])
        if (own !== undefined) grow(widths[column], withInsets(own, style));
  };
  const totalsOf = (styles: TableField["bodyStyles"]) => [
    totalsStyle(styles, field.bodyStyles, typography),
  ];
  // Conditional styles can change the size of some cells.
  const bodyStyles = [{}, ...(field.conditionalStyles ?? []).map(({ styles }) => styles)].map(
    (styles) => bodyStyle({ ...field.bodyStyles, ...styles }, typography),
  );
  if (field.showHead !== false) add(head, [headStyle(field.headStyles, typography)], columns);
  for (const texts of rows) {
    const ranges = columnSpans && rangesOf(texts, filling);
    const row = ranges === undefined ? texts : withoutSpans(texts, ranges);
    if (contents === undefined) add(row, bodyStyles, columns);
    else {
      add(contents.plain(row), bodyStyles, columns);
      addContents(row, bodyStyles);
    }
  }
  if (totals !== undefined) add(totals.cells, totalsOf(field.totals?.styles), totals.columns);
  for (const foot of footRows) add(foot.cells, totalsOf(field.footStyles), foot.columns);
  for (const lines of grouping?.after.values() ?? [])
    for (const { cells, columns: own, level } of lines)
      add(cells, totalsOf(field.groupBy?.[level]?.totals?.styles), own);
  const { pageTotals, carriedForward } = grouping ?? {};
  if (pageTotals)
    add(pageTotals.cells(0, rows.length), totalsOf(field.pageTotals?.styles), pageTotals.columns);
  if (carriedForward)
    add(
      carriedForward.cells(0, rows.length),
      totalsOf(field.carryOver?.styles),
      carriedForward.columns,
    );
  return widths;
}

/** The cells of a row that are in one column: those that span several need no width of their own. */
function withoutSpans(
  texts: ReadonlyArray<string>,
  ranges: NonNullable<ReturnType<typeof rangesOf>>,
): ReadonlyArray<string> {
  const wide = ranges.filter(({ from, to }) => to - from > 1);
  return texts.map((text, column) =>
    wide.some(({ from, to }) => from <= column && column < to) ? "" : text,
  );
}

function textWidths(text: string, style: TextStyle, context: TextContext): Widths {
  const shaped = shapeText([{ text, fontName: style.fontName }], textOptions(style, context));
  const millimetres = (width: number) => (width * style.fontSize) / 1000 / POINTS;
  const spacing = (style.spacing * 1000) / style.fontSize;
  const lines = breakLines(shaped, Infinity, spacing);
  const widths = {
    least: millimetres(widestWord(shaped, spacing)),
    most: millimetres(lines.reduce((most, line) => Math.max(most, line.width), 0)),
  };
  return withInsets(widths, style);
}

/** The widths of a cell with content of such widths. */
function withInsets({ least, most }: ContentWidths, style: TextStyle): Widths {
  const insets = insetsOf(style);
  const beside = insets.left + insets.right + SPARE;
  return { least: least + beside, most: most + beside };
}

function withShares(filling: TableFilling, shares: ReadonlyArray<number>): TableFilling {
  const resized = <L extends { readonly columns: ReadonlyArray<TableColumn> }>(line: L): L => ({
    ...line,
    columns: line.columns.map((column) => {
      if (column.span === undefined) return column;
      const share = shares.slice(...column.span).reduce((sum, each) => sum + each, 0);
      return { ...column, share };
    }),
  });
  const { grouping, totals, headRows, footRows } = filling;
  return {
    ...resized(filling),
    totals: totals === undefined ? undefined : resized(totals),
    ...(headRows === undefined ? {} : { headRows: headRows.map(resized) }),
    ...(footRows === undefined ? {} : { footRows: footRows.map(resized) }),
    ...(grouping === undefined ? {} : { grouping: resizedGrouping(grouping, resized) }),
  };
}

function resizedGrouping(
  grouping: FilledGrouping,
  resized: <L extends { readonly columns: ReadonlyArray<TableColumn> }>(line: L) => L,
): FilledGrouping {
  const resizedLines = (lines: FilledGrouping["after"]) =>
    new Map(
      Array.from(
        lines,
        ([row, own]) => [row, own.map((line): GroupLine => resized(line))] as const,
      ),
    );
  const { pageTotals, broughtForward, carriedForward } = grouping;
  return {
    ...grouping,
    before: resizedLines(grouping.before),
    after: resizedLines(grouping.after),
    pageTotals: pageTotals && resized(pageTotals),
    broughtForward: broughtForward && resized(broughtForward),
    carriedForward: carriedForward && resized(carriedForward),
  };
}
