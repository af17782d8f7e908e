import type { TextRow } from "../../fill/fill_table.ts";
import type { TextStyle } from "../../fill/text_style.ts";
import type { TextContext } from "../text/text_box.ts";
import { measuredRow, measureRow, mergedCell, type MergedCell, type Row } from "./table_row.ts";

/** Measures the rows of a head or of a foot, with the cells that span several of them. */
export function measureTextRows(
  textRows: ReadonlyArray<TextRow>,
  width: number,
  style: TextStyle,
  context: TextContext,
): ReadonlyArray<Row> {
  const spanning = new Map<string, MergedCell>();
  const rows = textRows.map(({ cells, columns, spans }): Row => {
    // Each row has columns of its own, so it has a style of its own.
    const own = { style: { ...style } };
    if (spans === undefined) return measureRow(cells, columns, width, own, context);
    const texts = cells.map((text, index) => (spans[index] === undefined ? text : ""));
    const merged = spans.map((span, index) => {
      const column = columns[index];
      if (span === undefined || column === undefined) return undefined;
      const existing = spanning.get(span.id);
      if (existing !== undefined) return existing;
      const alone = { style: { ...style } };
      const row = measureRow([cells[index] ?? ""], [column], width, alone, context);
      const cell = mergedCell(measuredRow(row), span.rows);
      spanning.set(span.id, cell);
      return cell;
    });
    return { ...measureRow(texts, columns, width, own, context), merged };
  });
  return withSpace(rows);
}

/** Makes the last row of each cell that spans rows high enough for it. */
export function withSpace<R extends Pick<Row, "height" | "merged">>(
  rows: ReadonlyArray<R>,
): ReadonlyArray<R> {
  const heights = new Map<MergedCell, number>();
  return rows.map((row, index) => {
    let { height } = row;
    for (const cell of row.merged ?? []) {
      const isLast = cell !== undefined && rows[index + 1]?.merged?.includes(cell) !== true;
      if (isLast) height = Math.max(height, cell.height - (heights.get(cell) ?? 0));
    }
    for (const cell of row.merged ?? [])
      if (cell !== undefined) heights.set(cell, (heights.get(cell) ?? 0) + height);
    return height === row.height ? row : { ...row, height };
  });
}
