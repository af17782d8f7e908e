import type { TableField } from "@paraph/core/layouts";
import { type InputData, printerOf } from "@paraph/core/manifests";

import type { CompiledRows, CompiledTable, TableColumn } from "../compile/compiled_template.ts";
import { fillText, plainText } from "./rich_text.ts";

/** The cells of a table as text, and how each column stands. */
export interface TableFilling {
  readonly kind: "table";
  readonly field: TableField;
  readonly head: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
  readonly columns: ReadonlyArray<TableColumn>;
}

/** Fills a table with the rows of its loop; its own are as they are. */
export function fillTable(table: CompiledTable, data: InputData): TableFilling {
  const { kind, field, columns } = table;
  const head = table.head.map((text) => plainText(fillText(text, data)));
  return { kind, field, head, rows: fillRows(table.rows, data), columns };
}

function fillRows(rows: CompiledRows, { loops }: InputData): TableFilling["rows"] {
  if (rows.kind === "fixed") return rows.rows;
  const printers = rows.cells.map(({ key, format }) => ({ key, print: printerOf(format) }));
  const given = Object.hasOwn(loops, rows.key) ? loops[rows.key] : undefined;
  return (given ?? []).map((row) => printers.map(({ key, print }) => print(row[key])));
}
