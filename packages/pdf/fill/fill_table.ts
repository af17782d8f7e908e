import type { TableField } from "@paraph/core/layouts";
import { decimalSum, type InputRow, printerOf, valueInRow } from "@paraph/core/manifests";

import type {
  CompiledContent,
  CompiledRows,
  CompiledTable,
  CompiledTextRow,
  TableColumn,
} from "../compile/compiled_template.ts";
import type { Markdown } from "../rich/load_markdown.ts";
import type { RichParagraphs } from "../rich/markdown.ts";
import type { DataScope } from "./data_scope.ts";
import { type FilledGrouping, fillGroups } from "./fill_groups.ts";
import { fillRowText } from "./fill_rows.ts";
import { fillRichValue, fillText, plainText, printExpression, type RichPart } from "./rich_text.ts";

/** The cells of a table as text, and its columns. */
export interface TableFilling {
  readonly kind: "table";
  readonly field: TableField;
  readonly head: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
  readonly columns: ReadonlyArray<TableColumn>;
  /** The last row, which has its own columns. */
  readonly totals:
    | (Pick<TableFilling, "columns"> & { readonly cells: ReadonlyArray<string> })
    | undefined;
  /** The rows of a head that has several. */
  readonly headRows?: ReadonlyArray<TextRow>;
  readonly footRows?: ReadonlyArray<TextRow>;
  readonly columnSpans?: CompiledTable["columnSpans"];
  readonly rowSpans?: CompiledTable["rowSpans"];
  /** What only some tables have. */
  readonly grouping?: FilledGrouping;
  readonly contents?: FilledContents;
}

/** A row of the head or of the foot, with its own columns. */
export interface TextRow extends Pick<CompiledTextRow, "columns" | "spans"> {
  readonly cells: ReadonlyArray<string>;
}

/** The columns of a table that show more than plain text. */
export interface FilledContents {
  readonly columns: ReadonlyArray<CompiledContent>;
  readonly parse: (text: string) => RichParagraphs<ReadonlyArray<RichPart>>;
}

/** Fills a table with the rows of its loop, or with its fixed rows. */
export function fillTable(
  table: CompiledTable,
  scope: DataScope,
  markdown: Markdown | undefined,
): TableFilling {
  const { kind, field, columns, grouping, contents, columnSpans, rowSpans } = table;
  const head = table.head.map((text) => plainText(fillText(text, scope)));
  const textRow = (row: CompiledTextRow): TextRow => ({
    ...row,
    cells: row.cells.map((text) => plainText(fillText(text, scope))),
  });
  const { headRows, footRows } = table;
  const shell = {
    kind,
    field,
    head,
    columns,
    totals: fillTotals(table, scope),
    ...(headRows === undefined ? {} : { headRows: headRows.map(textRow) }),
    ...(footRows === undefined ? {} : { footRows: footRows.map(textRow) }),
    ...(columnSpans === undefined ? {} : { columnSpans }),
    ...(rowSpans === undefined ? {} : { rowSpans }),
    ...(contents === undefined
      ? {}
      : {
          contents: {
            columns: contents,
            parse: (text: string) => fillRichValue(text, scope, markdown),
          },
        }),
  };
  if (grouping === undefined || table.rows.kind === "fixed")
    return { ...shell, rows: fillRows(table.rows, scope) };
  const loopRows = scope.rows(table.rows.key) ?? [];
  return { ...shell, ...fillGroups(grouping, table.rows.cells, loopRows, scope) };
}

function fillRows(rows: CompiledRows, scope: DataScope): TableFilling["rows"] {
  if (rows.kind === "fixed") return rows.rows;
  const printers = rows.cells.map((cell): ((row: InputRow) => string) => {
    if ("text" in cell) return (row) => fillRowText(cell, scope, row);
    if ("code" in cell) return (row) => printExpression(cell, scope, row);
    const print = printerOf(cell.format);
    return (row) => print(valueInRow(row, cell.key));
  });
  return (scope.rows(rows.key) ?? []).map((row) => printers.map((print) => print(row)));
}

function fillTotals({ rows, totals }: CompiledTable, scope: DataScope): TableFilling["totals"] {
  if (totals === undefined || rows.kind === "fixed") return undefined;
  const loopRows = scope.rows(rows.key) ?? [];
  const { columns, cells } = totals;
  return {
    columns,
    cells: cells.map((cell) => {
      if (cell.kind === "label") return plainText(fillText(cell.text, scope));
      if (cell.kind === "expression") return printExpression(cell, scope);
      const values = loopRows.flatMap((row) => {
        const value = row[cell.key];
        return typeof value === "string" ? [value] : [];
      });
      return printerOf(cell.format)(decimalSum(values));
    }),
  };
}
