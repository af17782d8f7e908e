import type { TableColumnSource } from "@paraph/core/layouts";
import type { LoopDefinition } from "@paraph/core/manifests";

import type { CompiledCell, TableColumn } from "./compiled_template.ts";

/** A cell, and whether it has a number. */
export interface TypedCell {
  readonly cell: CompiledCell;
  readonly isNumber: boolean;
  /** The format that the layout gives to the column. */
  readonly ownFormat: string | undefined;
}

/** The columns of a table with the rows of a loop. */
export interface LoopTable {
  readonly sources: ReadonlyArray<TableColumnSource>;
  readonly cells: ReadonlyArray<TypedCell>;
  readonly loop: LoopDefinition;
}

/**
 * The columns and the cells of a line with a label and totals. The columns in front of the first total are merged
 * for the label. Without such columns, the label is in the first column that has no total.
 *
 * @param totalOf The total of a column; undefined if it has none.
 */
export function lineOf<Cell>(
  columns: ReadonlyArray<TableColumn>,
  label: Cell,
  empty: Cell,
  totalOf: (column: number) => Cell | undefined,
): { readonly columns: ReadonlyArray<TableColumn>; readonly cells: ReadonlyArray<Cell> } {
  const totals = columns.map((_, index) => totalOf(index));
  const leading = Math.max(
    0,
    totals.findIndex((total) => total !== undefined),
  );
  const labelIndex = leading > 0 ? -1 : totals.indexOf(undefined);
  const share = columns.slice(0, leading).reduce((sum, column) => sum + column.share, 0);
  const trailing = totals
    .map((total, index) => total ?? (index === labelIndex ? label : empty))
    .slice(leading);
  // The label is aligned as the style of the line says, the totals as their columns.
  const span = columns[0]?.span === undefined ? {} : { span: [0, leading] as const };
  const merged = { share, alignment: undefined, ...span };
  return leading > 0
    ? { columns: [merged, ...columns.slice(leading)], cells: [label, ...trailing] }
    : { columns, cells: trailing };
}
