import type { TableField } from "@paraph/core/layouts";

import type { GroupLine } from "../../fill/fill_groups.ts";
import type { TableFilling } from "../../fill/fill_table.ts";
import { bodyStyle, totalsStyle } from "../../fill/text_style.ts";
import type { PictureContext } from "../picture_sources.ts";
import type { TextContext } from "../text/text_box.ts";
import { BodyCells } from "./table_cells.ts";
import { TableContents } from "./table_contents.ts";
import { type ContinuedHeaders, OpenGroups } from "./table_continued.ts";
import {
  heightOf,
  type MeasuredRow,
  measureRow,
  repeatable,
  type RowStyle,
  rowHeight,
  type UnitRow,
  unitRows,
} from "./table_row.ts";
import { spanRows } from "./table_row_spans.ts";
import { RowStyles } from "./table_styles.ts";

/** A row of a table's body. */
export interface BodyRow {
  readonly row: UnitRow;
  /** Whether it begins a row of the data. */
  readonly isFirst: boolean;
  /** Whether a page break does not separate it from the next row if both fit on a page. */
  readonly isKept: boolean;
  /** The headers above it on a page that begins with it. */
  readonly above?: ReadonlyArray<UnitRow> | undefined;
}

/** The most rows of a table that stay measured, which takes 2 MB at most. */
const SHORT_TABLE = 250;

/** The height of a row or of a line of a group with one line of text, whichever is higher. */
export function lowestRow(
  field: TableField,
  filling: TableFilling,
  context: TextContext & PictureContext,
): number {
  const { typography } = context;
  const { grouping } = filling;
  const text = rowHeight([], bodyStyle(field.bodyStyles, typography));
  const line = Math.max(text, TableContents.of(filling, context)?.lowest(field) ?? 0);
  if (grouping === undefined) return line;
  const styles = [
    ...(field.groupBy ?? []).flatMap((group) => [
      ...(group.header ? [totalsStyle(group.headerStyles, field.bodyStyles, typography)] : []),
      ...(group.totals ? [totalsStyle(group.totals.styles, field.bodyStyles, typography)] : []),
    ]),
    ...(field.conditionalStyles ?? []).map(({ styles }) =>
      bodyStyle({ ...field.bodyStyles, ...styles }, typography),
    ),
  ];
  return styles.reduce((most, style) => Math.max(most, rowHeight([], style)), line);
}

/**
 * Measures the rows of a table with the lines of their groups.
 *
 * @param available The height that a row can have on an empty page.
 * @param totalsHeight The height of the totals, which stay with the last row.
 */
export function* measureBody(
  field: TableField,
  filling: TableFilling,
  context: TextContext & PictureContext,
  available: number,
  totalsHeight: number,
  continued: ContinuedHeaders | undefined,
): Generator<BodyRow> {
  const { typography } = context;
  const { rows, columns, grouping, rowSpans } = filling;
  const cells = new BodyCells(field, filling, context);
  const styles = new RowStyles(field, grouping?.conditional ?? [], columns.length, typography);
  const open = continued && new OpenGroups(continued);
  const last = rows.length - 1;
  const isShort = rows.length <= SHORT_TABLE;
  const groupStyles = new Map<string, RowStyle>();
  const styleOf = ({ kind, level }: GroupLine): RowStyle => {
    const key = `${kind} ${level}`;
    const known = groupStyles.get(key);
    if (known !== undefined) return known;
    const group = field.groupBy?.[level];
    const style =
      kind === "header"
        ? totalsStyle(group?.headerStyles, field.bodyStyles, typography)
        : totalsStyle(group?.totals?.styles, field.bodyStyles, typography);
    groupStyles.set(key, { style });
    return { style };
  };
  const linesOf = (lines: ReadonlyArray<GroupLine> = [], keepsLast: boolean) =>
    lines.flatMap((line, index): ReadonlyArray<BodyRow> => {
      const measure = () =>
        measureRow(line.cells, line.columns, field.width, styleOf(line), context);
      const isKept = index < lines.length - 1 || keepsLast;
      const above = open?.at(line);
      return unitRows({ height: measure().height, again: measure }, available).map((row) => ({
        row,
        isFirst: false,
        isKept,
        above,
      }));
    });
  const hasTotals = (index: number) => index === last && totalsHeight > 0;
  const measured = (texts: ReadonlyArray<string>, index: number, around: number): MeasuredRow => {
    const matches = grouping?.styles[index] ?? "";
    const style = styles.of(matches, isStriped(field, grouping, index));
    // The first part of a row stays with what is above it, the last part with what is below it.
    const space = available - around;
    const least = Math.max(cells.least, rowHeight([], style.style));
    const tallest = space < least ? available : space;
    return {
      ...repeatable(() => cells.measure(texts, style, tallest), isShort),
      tallest,
      texts,
      style,
      plainStyle: () => styles.of(matches, false),
      before: 0,
      after: 0,
      isKept: false,
    };
  };
  const spanned =
    rowSpans &&
    spanRows(
      rows.map((texts, index) => {
        const before = rowsHeight(linesOf(grouping?.before.get(index), true));
        const own = rowsHeight(linesOf(grouping?.after.get(index), true));
        const after = own + (hasTotals(index) ? totalsHeight : 0);
        return { ...measured(texts, index, before + after), before, after };
      }),
      rowSpans,
      cells,
      available,
    );
  for (const [index, texts] of rows.entries()) {
    const isLast = hasTotals(index);
    const before = linesOf(grouping?.before.get(index), true);
    const above = open?.rows;
    const after = linesOf(grouping?.after.get(index), isLast);
    const around = rowsHeight(before) + rowsHeight(after) + (isLast ? totalsHeight : 0);
    const own = spanned?.[index] ?? measured(texts, index, around);
    const parts = unitRows(own, own.tallest);
    yield* before;
    for (const [position, row] of parts.entries()) {
      const isEnd = position === parts.length - 1;
      const isKept = isEnd && (after.length > 0 || isLast || own.isKept);
      yield { row, isFirst: position === 0, isKept, above };
    }
    yield* after;
  }
}

function rowsHeight(rows: ReadonlyArray<BodyRow>): number {
  return heightOf(rows.map(({ row }) => row));
}

/** The first row has the alternate background, so that it differs from the head. */
function isStriped(
  { bodyStyles, alternateBy }: TableField,
  grouping: TableFilling["grouping"],
  index: number,
): boolean {
  if (!bodyStyles?.alternateBackgroundColor) return false;
  if (grouping === undefined) return index % 2 === 0;
  const { rows, groups } = grouping.stripes;
  return ((alternateBy === "group" ? groups : rows)[index] ?? 0) % 2 === 0;
}
