import type { CompiledRowSpan } from "../../compile/compiled_template.ts";
import type { BodyCells } from "./table_cells.ts";
import { type MeasuredRow, mergedCell, type MergedCell, type Row } from "./table_row.ts";
import { withSpace } from "./table_text_rows.ts";

/** Rows from `start` (inclusive) to `end` (exclusive) with the same value in a column. */
interface Run {
  readonly column: number;
  readonly start: number;
  readonly end: number;
  /** Its cell, measured alone. */
  readonly cell: Row;
}

/** Heights are rounded. */
const ROUNDING = 1e-6;

/**
 * Joins cells of consecutive rows with the same value. A cell that is not higher than any of its rows can be
 * divided by a page break, and is shown again on the next page. The rows of a higher cell stay on one page; a cell
 * with more rows than fit on a page is repeated.
 *
 * @param available The height of an empty page.
 */
export function spanRows(
  rows: ReadonlyArray<MeasuredRow>,
  spans: ReadonlyArray<CompiledRowSpan>,
  cells: BodyCells,
  available: number,
): ReadonlyArray<MeasuredRow> {
  const runs = spans.flatMap((span) => runsOf(rows, span, cells));
  const measured = (index: number, columns: ReadonlyArray<number>): Row => {
    const row = rows[index];
    if (row === undefined) throw new RangeError("No such row");
    if (columns.length === 0) return row.row;
    const texts = row.texts.map((text, column) => (columns.includes(column) ? "" : text));
    return cells.measure(texts, row.style, row.tallest);
  };
  const byRow = rows.map((): Array<Run> => []);
  for (const run of runs) for (let at = run.start; at < run.end; at++) byRow[at]?.push(run);
  // The rows without the cells that could span them.
  const heights = byRow.map(
    (own, index) =>
      measured(
        index,
        own.map(({ column }) => column),
      ).height,
  );
  const isHigh = ({ cell, start, end }: Run) =>
    heights.slice(start, end).some((height) => height < cell.height - ROUNDING);
  const high = new Set(runs.filter(isHigh));
  const ends = blockEnds(rows, byRow, heights, high, available);
  const merged = rows.map((): Array<readonly [number, MergedCell]> => []);
  for (const run of runs)
    for (const part of high.has(run) ? divided(run, ends) : [run]) {
      if (part.end - part.start < 2) continue;
      const cell = mergedCell(run.cell, part.end - part.start);
      for (let at = part.start; at < part.end; at++) merged[at]?.push([run.column, cell]);
    }
  const joined = rows.map(({ texts }, index): Row => {
    const own = merged[index] ?? [];
    const row = measured(
      index,
      own.map(([column]) => column),
    );
    if (own.length === 0) return row;
    const ranges = cells.rangesOf(texts);
    const at = new Map(own);
    return { ...row, merged: row.columns.map((_, cell) => at.get(ranges?.[cell]?.from ?? cell)) };
  });
  return withSpace(joined).map((row, index): MeasuredRow => {
    const own = rows[index];
    if (own === undefined) throw new RangeError("No such row");
    const isKept = linkedBy(byRow[index] ?? [], index, high) && !ends.has(index);
    return { ...own, row, again: () => row, isKept };
  });
}

/** The runs of a column with at least two rows. Groups and rows that are divided end them. */
function runsOf(
  rows: ReadonlyArray<MeasuredRow>,
  { column, by }: CompiledRowSpan,
  cells: BodyCells,
): ReadonlyArray<Run> {
  const keyOf = ({ texts, row, tallest }: MeasuredRow): string => {
    const ranges = cells.rangesOf(texts);
    const isAlone = ranges?.every(({ from, to }) => from !== column || to - from === 1) ?? true;
    const isShown = ranges?.some(({ from }) => from === column) ?? true;
    return isAlone && isShown && row.height <= tallest ? (texts[by] ?? "") : "";
  };
  const runs: Array<Run> = [];
  let start = 0;
  let key = "";
  const close = (end: number) => {
    const first = rows[start];
    if (first === undefined || key === "" || end - start < 2) return;
    const cell = cells.alone(first.texts, column, first.plainStyle(), first.tallest);
    const tallest = rows
      .slice(start, end)
      .reduce((least, row) => Math.min(least, row.tallest), Infinity);
    if (cell.height <= tallest) runs.push({ column, start, end, cell });
  };
  rows.forEach((row, index) => {
    const own = keyOf(row);
    const isApart = row.before > 0 || (rows[index - 1]?.after ?? 0) > 0;
    if (index > 0 && own === key && !isApart) return;
    close(index);
    [start, key] = [index, own];
  });
  close(rows.length);
  return runs;
}

/** Whether a high cell joins a row and the next one. */
function linkedBy(runs: ReadonlyArray<Run>, row: number, high: ReadonlySet<Run>): boolean {
  return runs.some((run) => high.has(run) && row + 1 < run.end);
}

/** The rows after which a page can end because the rows that high cells join do not fit on one. */
function blockEnds(
  rows: ReadonlyArray<MeasuredRow>,
  byRow: ReadonlyArray<ReadonlyArray<Run>>,
  heights: ReadonlyArray<number>,
  high: ReadonlySet<Run>,
  available: number,
): ReadonlySet<number> {
  const ends = new Set<number>();
  let start = 0;
  rows.forEach(({ after }, row) => {
    if (row > start) {
      const space = available - (rows[start]?.before ?? 0) - after;
      if (heightOf(start, row, byRow, heights, high) > space + ROUNDING) {
        ends.add(row - 1);
        start = row;
      }
    }
    if (!linkedBy(byRow[row] ?? [], row, high)) start = row + 1;
  });
  return ends;
}

/** The height of rows from `start` to `last` (inclusive) with space for their high cells. */
function heightOf(
  start: number,
  last: number,
  byRow: ReadonlyArray<ReadonlyArray<Run>>,
  heights: ReadonlyArray<number>,
  high: ReadonlySet<Run>,
): number {
  const tops: Array<number> = [];
  let top = 0;
  for (let row = start; row <= last; row++) {
    tops.push(top);
    let bottom = top + (heights[row] ?? 0);
    for (const run of byRow[row] ?? []) {
      const isEnd = row === last || row === run.end - 1;
      if (isEnd && high.has(run))
        bottom = Math.max(
          bottom,
          (tops[Math.max(run.start, start) - start] ?? 0) + run.cell.height,
        );
    }
    top = bottom;
  }
  return top;
}

/** The parts of a run between the ends of pages. */
function divided(run: Run, ends: ReadonlySet<number>): ReadonlyArray<Pick<Run, "start" | "end">> {
  const parts: Array<Pick<Run, "start" | "end">> = [];
  let { start } = run;
  for (let row = start; row < run.end; row++) {
    if (!ends.has(row) && row < run.end - 1) continue;
    parts.push({ start, end: row + 1 });
    start = row + 1;
  }
  return parts;
}
