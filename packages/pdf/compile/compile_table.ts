import {
  type Alignment,
  type Binding,
  columnFields,
  type TableField,
  type TableTotals,
} from "@paraph/core/layouts";
import { isNumeric } from "@paraph/core/manifests";

import { compileText, fixedText } from "./compile_text.ts";
import type {
  CompiledTable,
  CompiledTotals,
  PrintedKey,
  TableColumn,
  TotalCell,
} from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";

/** Compiles a table that prints the rows of the loop with its name, or else its fixed rows. */
export function compileTable(field: TableField, binding: Binding, keys: KnownKeys): CompiledTable {
  const head = field.head?.map((text) => compileText(text, keys));
  const shell = { ...field, content: null, head: null };
  if (binding.kind !== "loop") {
    const rows = staticRows(field.content);
    const count = head?.length ?? rows[0]?.length ?? 1;
    return {
      kind: "table",
      field: shell,
      head: head ?? [],
      columns: columnsOf(field, Array(count).fill(undefined)),
      rows: { kind: "fixed", rows },
      totals: undefined,
    };
  }
  const { key, itemFields } = binding.loop;
  const visibleFields = columnFields(itemFields, field.columns);
  const columns = columnsOf(
    field,
    visibleFields.map(({ dataType }) => (isNumeric(dataType) ? "right" : undefined)),
  );
  const cells = visibleFields.map((item, index) =>
    keys.printItem(item, field.columnStyles?.format?.[String(index)]),
  );
  return {
    kind: "table",
    field: shell,
    head: head ?? visibleFields.map(({ label }) => fixedText(label)),
    columns,
    rows: { kind: "loop", key, cells },
    totals: field.totals ? compileTotals(field.totals, columns, cells, keys) : undefined,
  };
}

/** The table's setting for a column overrides the default: numbers to the right. */
function columnsOf(
  { headWidthPercentages, columnStyles }: TableField,
  natural: ReadonlyArray<Alignment | undefined>,
): ReadonlyArray<TableColumn> {
  const total = headWidthPercentages?.reduce((sum, width) => sum + width, 0) ?? 0;
  return natural.map((alignment, index) => ({
    share: total > 0 ? (headWidthPercentages?.[index] ?? 0) / total : 1 / natural.length,
    alignment: columnStyles?.alignment?.[String(index)] ?? alignment,
  }));
}

function staticRows(content: string | null | undefined): ReadonlyArray<ReadonlyArray<string>> {
  if (content === undefined || content === null || content === "") return [];
  const rows: unknown = JSON.parse(content);
  return Array.isArray(rows) ? rows.filter(Array.isArray).map((row) => row.map(String)) : [];
}

const EMPTY: TotalCell = { kind: "label", text: [] };

/**
 * Compiles the totals. The columns in front of the first sum are merged for the label. Without such columns,
 * the label is in the first column that is not summed.
 */
function compileTotals(
  { label, columns: sumColumns }: TableTotals,
  columns: ReadonlyArray<TableColumn>,
  cells: ReadonlyArray<PrintedKey>,
  keys: KnownKeys,
): CompiledTotals {
  const isSummed = cells.map(({ key }) => Object.hasOwn(sumColumns, key));
  const leading = Math.max(0, isSummed.indexOf(true));
  const text: TotalCell = { kind: "label", text: compileText(label ?? "", keys) };
  const labelIndex = leading > 0 ? -1 : isSummed.indexOf(false);
  const leadingShare = columns.slice(0, leading).reduce((share, column) => share + column.share, 0);
  const trailingCells = cells
    .map(({ key, format }, index): TotalCell => {
      if (isSummed[index] === true) return { kind: "sum", key, format };
      return index === labelIndex ? text : EMPTY;
    })
    .slice(leading);
  // The label is aligned as the style of the totals says, the sums as their columns.
  const mergedColumn = { share: leadingShare, alignment: undefined };
  return leading > 0
    ? { columns: [mergedColumn, ...columns.slice(leading)], cells: [text, ...trailingCells] }
    : { columns, cells: trailingCells };
}
