import type { TableField } from "@paraph/core/layouts";

import type { GroupLine } from "../fill/fill_groups.ts";
import type { TableFilling } from "../fill/fill_table.ts";
import { bodyStyle, totalsStyle } from "../fill/text_style.ts";
import type { PictureContext } from "./picture_sources.ts";
import { TableContents } from "./table_contents.ts";
import { divideRow, measureRow, type Row, type RowStyle, rowHeight } from "./table_row.ts";
import { RowStyles } from "./table_styles.ts";
import type { TextContext } from "./text/text_box.ts";

/** A row of a table's body. */
interface BodyRow {
  readonly row: Row;
  /** Whether it begins a row of the data. */
  readonly isFirst: boolean;
  /** Whether a page break does not separate it from the next row if both fit on a page. */
  readonly isKept: boolean;
}

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
export function measureBody(
  field: TableField,
  filling: TableFilling,
  context: TextContext & PictureContext,
  available: number,
  totalsHeight: number,
): ReadonlyArray<BodyRow> {
  const { typography } = context;
  const { rows, columns, grouping } = filling;
  const contents = TableContents.of(filling, context);
  const least = contents?.lowest(field) ?? 0;
  const styles = new RowStyles(field, grouping?.conditional ?? [], columns.length, typography);
  const last = rows.length - 1;
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
    lines.flatMap((line, index) => {
      const row = measureRow(line.cells, line.columns, field.width, styleOf(line), context);
      const isKept = index < lines.length - 1 || keepsLast;
      return divideRow(row, available).map((part) => ({ row: part, isFirst: false, isKept }));
    });
  return rows.flatMap((cells, index) => {
    const hasTotals = index === last && totalsHeight > 0;
    const before = linesOf(grouping?.before.get(index), true);
    const after = linesOf(grouping?.after.get(index), hasTotals);
    const style = styles.of(grouping?.styles[index] ?? "", isStriped(field, grouping, index));
    // The first part of a row stays with what is above it, the last part with what is below it.
    const space =
      available - rowsHeight(before) - rowsHeight(after) - (hasTotals ? totalsHeight : 0);
    const tallest = space < Math.max(least, rowHeight([], style.style)) ? available : space;
    const row =
      contents === undefined
        ? measureRow(cells, columns, field.width, style, context)
        : contents.measure(cells, columns, field.width, style, tallest);
    const parts = divideRow(row, tallest);
    return [
      ...before,
      ...parts.map((part, position) => ({
        row: part,
        isFirst: position === 0,
        isKept: position === parts.length - 1 && (after.length > 0 || hasTotals),
      })),
      ...after,
    ];
  });
}

function rowsHeight(rows: ReadonlyArray<BodyRow>): number {
  return rows.reduce((sum, { row }) => sum + row.height, 0);
}

/** The first row has the alternate background, so that it differs from the head. */
function isStriped(
  { bodyStyles, alternateBy }: TableField,
  grouping: TableFilling["grouping"],
  index: number,
): boolean {
  if (!bodyStyles?.alternateBackgroundColor) return false;
  if (grouping === undefined) return index % 2 === 0;
  const [row, group] = grouping.stripes[index] ?? [index, 0];
  return (alternateBy === "group" ? group : row) % 2 === 0;
}

/** Sums of heights are rounded. */
const ROUNDING = 1e-6;

/** The units between which a table can be divided, and the number of data rows before each of them. */
export interface TableUnits {
  readonly units: ReadonlyArray<ReadonlyArray<Row>>;
  readonly starts: ReadonlyArray<number>;
}

/**
 * Joins the rows that page breaks do not separate, unless they are too high for a page. The first unit has a head
 * that is not repeated, the last one the totals.
 */
export function tableUnits(
  body: ReadonlyArray<BodyRow>,
  head: ReadonlyArray<Row>,
  totals: ReadonlyArray<Row>,
  available: number,
): TableUnits {
  const units: Array<Array<Row>> = [];
  const starts: Array<number> = [];
  let [height, count, isKept] = [0, 0, false];
  const add = (row: Row, isFirst: boolean) => {
    const unit = units.at(-1);
    if (unit !== undefined && isKept && height + row.height <= available + ROUNDING) {
      unit.push(row);
      height += row.height;
    } else {
      units.push([row]);
      starts.push(count);
      height = row.height;
    }
    if (isFirst) count += 1;
  };
  for (const { row, isFirst, isKept: keepsNext } of body) {
    add(row, isFirst);
    isKept = keepsNext;
  }
  for (const row of totals) add(row, false);
  starts.push(count);
  // A head that is not repeated stays with the first row.
  if (head.length > 0 && units[0] !== undefined) units[0].unshift(...head);
  else if (head.length > 0) return { units: [[...head]], starts: [0, 0] };
  return { units, starts };
}
