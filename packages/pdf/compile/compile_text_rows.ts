import { type Alignment, spanGrid, type SpanSlot, type TableField } from "@paraph/core/layouts";

import { compileText } from "./compile_text.ts";
import type { CompiledText, CompiledTextRow, TableColumn } from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";

/** Compiles the rows of a head that has several: those above `head`, and that of `head`. */
export function compileHeadRows(
  { headRows, headStyles }: TableField,
  head: ReadonlyArray<CompiledText>,
  columns: ReadonlyArray<TableColumn>,
  keys: KnownKeys,
): ReadonlyArray<CompiledTextRow> | undefined {
  if (!headRows) return undefined;
  const last = headRows.length;
  const reaches = ({ row, rows }: SpanSlot) => row < last && row + rows > last;
  const above = spanGrid(headRows, columns.length).rows.flat().filter(reaches);
  const titles = head
    .map((text, column) => ({ text, column }))
    .filter(({ column }) => !above.some(({ from, to }) => from <= column && column < to));
  const cells = headRows.map((row) => row.map(({ text }) => compileText(text, keys)));
  const grid = spanGrid([...headRows, titles.map(() => ({}))], columns.length);
  const wide = headStyles?.alignment ?? "center";
  return textRows(grid.rows, [...cells, titles.map(({ text }) => text)], columns, (slot) => {
    if (slot.to - slot.from > 1) return wide;
    // A title that reaches down to the rows is that of its column.
    return slot.row === last || reaches(slot) ? columns[slot.from]?.alignment : undefined;
  });
}

/** Compiles the rows of a foot. */
export function compileFootRows(
  { footRows }: TableField,
  columns: ReadonlyArray<TableColumn>,
  keys: KnownKeys,
): ReadonlyArray<CompiledTextRow> | undefined {
  if (!footRows) return undefined;
  const cells = footRows.map((row) => row.map(({ text }) => compileText(text, keys)));
  return textRows(spanGrid(footRows, columns.length).rows, cells, columns, ({ from, to }) =>
    to - from > 1 ? undefined : columns[from]?.alignment,
  );
}

function textRows(
  rows: ReadonlyArray<ReadonlyArray<SpanSlot>>,
  cells: ReadonlyArray<ReadonlyArray<CompiledText>>,
  columns: ReadonlyArray<TableColumn>,
  alignmentOf: (slot: SpanSlot) => Alignment | undefined,
): ReadonlyArray<CompiledTextRow> {
  return rows.map((slots, row): CompiledTextRow => {
    const spans = slots.map((slot) =>
      slot.rows > 1 ? { id: `${slot.row}.${slot.cell}`, rows: slot.rows } : undefined,
    );
    return {
      cells: slots.map((slot) => (slot.row === row ? (cells[row]?.[slot.cell] ?? []) : [])),
      columns: slots.map((slot) => ({
        ...joinedColumn(columns, slot),
        alignment: alignmentOf(slot),
      })),
      ...(spans.some((span) => span !== undefined) ? { spans } : {}),
    };
  });
}

/** Columns as one, with the alignment of the first. */
export function joinedColumn(
  columns: ReadonlyArray<TableColumn>,
  { from, to }: { readonly from: number; readonly to: number },
): TableColumn {
  return {
    share: columns.slice(from, to).reduce((sum, { share }) => sum + share, 0),
    alignment: columns[from]?.alignment,
    ...(columns[0]?.span === undefined ? {} : { span: [from, to] as const }),
  };
}
