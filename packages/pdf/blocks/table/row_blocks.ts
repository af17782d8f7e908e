/** A cell that is higher than one of its rows, from `start` (inclusive) to `end` (exclusive). */
interface HighCell {
  readonly start: number;
  readonly end: number;
  readonly height: number;
}

/** A row without the cells that span it. */
export interface BlockRow {
  readonly height: number;
  /** The heights of the lines of groups above and below it. */
  readonly before: number;
  readonly after: number;
  /** The high cells over it. */
  readonly cells: ReadonlyArray<HighCell>;
}

/** Sums of heights are rounded. */
const ROUNDING = 1e-6;

/** Whether a high cell joins a row and the next one. */
export function isLinked({ cells }: Pick<BlockRow, "cells">, row: number): boolean {
  return cells.some(({ end }) => row + 1 < end);
}

/**
 * The rows after which a page can end because the rows that high cells join do not fit on one. Looks at each row at
 * most twice.
 *
 * @param available The height of an empty page.
 */
export function blockEnds(rows: Iterable<BlockRow>, available: number): ReadonlySet<number> {
  const ends = new Set<number>();
  let start = 0;
  let before = 0;
  /** The tops of the rows of the block so far. */
  let tops: Array<number> = [];
  let top = 0;
  const begin = (row: number) => {
    start = row;
    tops = [];
    top = 0;
  };
  /** The bottom of a row with space for its high cells that end with it, or that all end with the block. */
  const bottomOf = ({ height, cells }: BlockRow, row: number, isLast: boolean) => {
    let bottom = top + height;
    for (const cell of cells) {
      if (!isLast && row < cell.end - 1) continue;
      const from = tops[Math.max(cell.start, start) - start] ?? top;
      bottom = Math.max(bottom, from + cell.height);
    }
    return bottom;
  };
  let index = 0;
  for (const row of rows) {
    const space = available - before - row.after;
    if (index > start && bottomOf(row, index, true) > space + ROUNDING) {
      ends.add(index - 1);
      begin(index);
    }
    if (index === start) before = row.before;
    const bottom = bottomOf(row, index, false);
    tops.push(top);
    top = bottom;
    if (!isLinked(row, index)) begin(index + 1);
    index += 1;
  }
  return ends;
}
