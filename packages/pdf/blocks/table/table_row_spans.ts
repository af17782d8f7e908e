import type { CompiledRowSpan } from "../../compile/compiled_template.ts";
import { type BlockRow, blockEnds, isLinked } from "./row_blocks.ts";
import type { BodyCells } from "./table_cells.ts";
import {
  type MeasuredRow,
  mergedCell,
  type MergedCell,
  repeatable,
  type Row,
} from "./table_row.ts";
import { withSpace } from "./table_text_rows.ts";

/** Rows from `start` (inclusive) to `end` (exclusive) with the same value in a column. */
interface Run {
  readonly column: number;
  readonly start: number;
  readonly end: number;
  /** Measures its cell alone, of this height. */
  readonly row: () => Row;
  readonly height: number;
}

/** Heights are rounded. */
const ROUNDING = 1e-6;

/**
 * Joins cells of consecutive rows with the same value. A cell that is not higher than any of its rows can be
 * divided by a page break, and is shown again on the next page. The rows of a higher cell stay on one page; a cell
 * with more rows than fit on a page is repeated. A text that fits on no page is divided in its first row.
 *
 * @param available The height of an empty page.
 */
export function spanRows(
  filledRows: ReadonlyArray<MeasuredRow>,
  spans: ReadonlyArray<CompiledRowSpan>,
  cells: BodyCells,
  available: number,
): ReadonlyArray<MeasuredRow> {
  const keyed = spans.map((span) => ({
    column: span.column,
    keys: filledRows.map((row) => keyOf(row, span, cells)),
  }));
  const rows = keyed.reduce((own, column) => shownOnce(own, column, cells), filledRows);
  const runs = keyed.flatMap((column) => runsOf(rows, column, cells));
  const byRow = rows.map((): Array<Run> => []);
  for (const run of runs) for (let at = run.start; at < run.end; at++) byRow[at]?.push(run);
  // The rows without the cells that could span them.
  const remaining = rows.map((row, index) => withoutCells(row, byRow[index] ?? [], cells));
  const isHigh = ({ height, start, end }: Run) =>
    remaining.slice(start, end).some((row) => row.height < height - ROUNDING);
  const high = new Set(runs.filter(isHigh));
  const blockRows = rows.map(({ before, after }, index): BlockRow => ({
    height: remaining[index]?.height ?? 0,
    before,
    after,
    cells: (byRow[index] ?? []).filter((run) => high.has(run)),
  }));
  const ends = blockEnds(blockRows, available);
  const merged = rows.map((): Array<Merged> => []);
  for (const run of runs)
    for (const part of high.has(run) ? divided(run, ends) : [run]) {
      if (part.end - part.start < 2) continue;
      const { column } = run;
      const cell = mergedCell({ height: run.height, row: run.row }, part.end - part.start);
      for (let at = part.start; at < part.end; at++) merged[at]?.push({ column, cell });
    }
  const joined = rows.map((row, index): JoinedRow => {
    const own = merged[index] ?? [];
    if (own.length === 0) return { height: row.height, again: row.again };
    const known = own.length === byRow[index]?.length ? remaining[index] : undefined;
    return {
      ...(known ?? withoutCells(row, own, cells)),
      merged: cells.columnsOf(row.texts).map((at) => own.find(({ column }) => column === at)?.cell),
    };
  });
  return withSpace(joined).map((own, index): MeasuredRow => {
    const row = rows[index];
    const blockRow = blockRows[index];
    if (row === undefined || blockRow === undefined) throw new RangeError("No such row");
    return joinedRow(row, own, isLinked(blockRow, index) && !ends.has(index));
  });
}

interface Merged {
  readonly column: number;
  readonly cell: MergedCell;
}

type Remeasured = Pick<MeasuredRow, "height" | "again">;

interface JoinedRow extends Remeasured, Pick<Row, "merged"> {}

/** A row without some of its cells. It does not refer to the row, so that a table can let go of each. */
function withoutCells(
  { height, again, texts, style, tallest }: MeasuredRow,
  without: ReadonlyArray<Pick<Merged, "column">>,
  cells: BodyCells,
): Remeasured {
  if (without.length === 0) return { height, again };
  const remaining = [...texts];
  for (const { column } of without) remaining[column] = "";
  return repeatable(() => cells.measure(remaining, style, tallest));
}

/** A row with the cells that span it. */
function joinedRow(row: MeasuredRow, joined: JoinedRow, isKept: boolean): MeasuredRow {
  const { height, merged, again } = joined;
  if (merged === undefined) return { ...row, isKept };
  return { ...row, height, again: () => ({ ...again(), height, merged }), isKept };
}

/** A column with the keys of its cells; those of consecutive cells that are equal and not empty can be joined. */
interface KeyedColumn {
  readonly column: number;
  readonly keys: ReadonlyArray<string>;
}

function keyOf({ texts }: MeasuredRow, { column, by }: CompiledRowSpan, cells: BodyCells): string {
  const ranges = cells.rangesOf(texts);
  const isAlone = ranges?.every(({ from, to }) => from !== column || to - from === 1) ?? true;
  const isShown = ranges?.some(({ from }) => from === column) ?? true;
  return isAlone && isShown ? (texts[by] ?? "") : "";
}

/** The runs of a column. Rows that are divided end them. */
function runsOf(
  rows: ReadonlyArray<MeasuredRow>,
  { column, keys }: KeyedColumn,
  cells: BodyCells,
): ReadonlyArray<Run> {
  const whole = rows.map(({ height, tallest }, index) =>
    height <= tallest ? (keys[index] ?? "") : "",
  );
  return equalRows(rows, whole).flatMap(({ start, end, first, tallest }) => {
    const row = aloneIn(first, column, cells);
    const { height } = row();
    return height <= tallest ? [{ column, start, end, row, height }] : [];
  });
}

/** Leaves out the text of a cell that is too high for a page from all of its rows but the first one. */
function shownOnce(
  rows: ReadonlyArray<MeasuredRow>,
  { column, keys }: KeyedColumn,
  cells: BodyCells,
): ReadonlyArray<MeasuredRow> {
  const further = new Set<number>();
  for (const { start, end, first, tallest } of equalRows(rows, keys)) {
    if (first.height <= tallest || aloneIn(first, column, cells)().height <= tallest) continue;
    for (let row = start + 1; row < end; row++) further.add(row);
  }
  if (further.size === 0) return rows;
  return rows.map((row, index) => {
    if (!further.has(index)) return row;
    const texts = row.texts.map((text, at) => (at === column ? "" : text));
    return { ...row, ...withoutCells(row, [{ column }], cells), texts };
  });
}

/** Consecutive rows with the same key. */
interface EqualRows {
  readonly start: number;
  readonly end: number;
  readonly first: MeasuredRow;
  /** The height that a part of each of them can have. */
  readonly tallest: number;
}

/** At least two rows each. Groups end them. */
function equalRows(
  rows: ReadonlyArray<MeasuredRow>,
  keys: ReadonlyArray<string>,
): ReadonlyArray<EqualRows> {
  const equal: Array<EqualRows> = [];
  let start = 0;
  const close = (end: number) => {
    const first = rows[start];
    if (first === undefined || keys[start] === "" || end - start < 2) return;
    const tallest = rows
      .slice(start, end)
      .reduce((least, row) => Math.min(least, row.tallest), Infinity);
    equal.push({ start, end, first, tallest });
  };
  rows.forEach((row, index) => {
    const isApart = row.before > 0 || (rows[index - 1]?.after ?? 0) > 0;
    if (index > 0 && keys[index] === keys[start] && !isApart) return;
    close(index);
    start = index;
  });
  close(rows.length);
  return equal;
}

/** Measures a cell of a row alone. It does not refer to the row. */
function aloneIn(
  { texts, plainStyle, tallest }: MeasuredRow,
  column: number,
  cells: BodyCells,
): () => Row {
  return () => cells.alone(texts, column, plainStyle(), tallest);
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
