import type { Issue } from "../../../values/mod.ts";

/** A cell with a text, which can span columns and rows. */
interface SpanCell {
  readonly columns?: number | null;
  readonly rows?: number | null;
}

/** A place in a row: a cell, or the continuation of a cell that begins in a row above. */
export interface SpanSlot {
  /** The columns from `from` (inclusive) to `to` (exclusive). */
  readonly from: number;
  readonly to: number;
  /** The row and the position of its cell. */
  readonly row: number;
  readonly cell: number;
  /** The number of rows that the cell spans. */
  readonly rows: number;
}

/** The slots of rows, and what is wrong with their spans. */
export interface SpanGrid {
  readonly rows: ReadonlyArray<ReadonlyArray<SpanSlot>>;
  readonly issues: ReadonlyArray<Issue>;
}

/**
 * Places the cells of rows from left to right, as HTML does: a cell follows those of its row and those that
 * reach into it from above.
 *
 * @example A title of two rows next to one above two columns
 * ```ts
 * import { spanGrid } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const { rows, issues } = spanGrid([[{ rows: 2 }, { columns: 2 }], [{}, {}]], 3);
 * assert.deepEqual(issues, []);
 * assert.deepEqual(rows[1]?.map(({ from, row }) => [from, row]), [[0, 0], [1, 1], [2, 1]]);
 * ```
 *
 * @param count The number of columns.
 * @returns Issues with paths such as `1.0.columns`.
 */
export function spanGrid(rows: ReadonlyArray<ReadonlyArray<SpanCell>>, count: number): SpanGrid {
  const issues: Array<Issue> = [];
  let above: ReadonlyArray<SpanSlot> = [];
  const grid = rows.map((cells, row) => {
    const reaching = above.filter((slot) => slot.row + slot.rows > row);
    const slots: Array<SpanSlot> = [];
    let from = 0;
    const skip = () => {
      for (const slot of reaching)
        if (slot.from === from) {
          slots.push(slot);
          from = slot.to;
        }
    };
    cells.forEach(({ columns, rows: height }, cell) => {
      skip();
      const slot = { from, to: from + (columns ?? 1), row, cell, rows: height ?? 1 };
      const other = reaching.find((each) => each.from < slot.to && each.from >= from);
      if (other !== undefined)
        issues.push({
          path: `${row}.${cell}.columns`,
          message: `Overlaps a cell that spans rows: only ${other.from - from} columns are free`,
        });
      if (row + slot.rows > rows.length)
        issues.push({
          path: `${row}.${cell}.rows`,
          message: `Spans ${slot.rows} rows; only ${rows.length - row} follow`,
        });
      slots.push(slot);
      from = slot.to;
    });
    skip();
    if (from !== count)
      issues.push({ path: `${row}`, message: `Spans ${from} columns; the table has ${count}` });
    above = slots;
    return slots;
  });
  return { rows: grid, issues };
}

/** The columns whose titles in `head` are covered by titles above them. */
export function headColumnsCovered(
  headRows: ReadonlyArray<ReadonlyArray<SpanCell>>,
  count: number,
): ReadonlySet<number> {
  const covered = new Set<number>();
  for (const { from, to, row, rows } of spanGrid(headRows, count).rows.flat())
    if (row + rows > headRows.length) for (let at = from; at < to; at++) covered.add(at);
  return covered;
}

/** The cells of `head` that are not covered. */
export function titlesBelow(count: number, covered: ReadonlySet<number>): ReadonlyArray<SpanCell> {
  return Array.from({ length: count }, () => ({})).filter((_, column) => !covered.has(column));
}
