import type { Alignment, Binding, TableField } from "@paraph/core/layouts";
import type { DataType, ItemField } from "@paraph/core/manifests";

import { compileText, fixedText } from "./compile_text.ts";
import type { CompiledTable, TableColumn } from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";

const NUMERIC = new Set<DataType>(["number", "currency"]);

/** Compiles a table that prints a loop's rows, or its own when no loop has its name. */
export function compileTable(field: TableField, binding: Binding, keys: KnownKeys): CompiledTable {
  const head = field.head?.map((text) => compileText(text, keys, false));
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
    };
  }
  const { key, itemFields } = binding.loop;
  const shown = chosenFields(itemFields, field.columns);
  return {
    kind: "table",
    field: shell,
    head: head ?? shown.map(({ label }) => fixedText(label)),
    columns: columnsOf(
      field,
      shown.map(({ dataType }) => (NUMERIC.has(dataType) ? "right" : undefined)),
    ),
    rows: { kind: "loop", key, cells: shown.map((item) => keys.printItem(item)) },
  };
}

/** The item fields that columns name, in their order; all of them when none are named. */
function chosenFields(
  itemFields: ReadonlyArray<ItemField>,
  columns: ReadonlyArray<string> | null | undefined,
): ReadonlyArray<ItemField> {
  if (columns === undefined || columns === null) return itemFields;
  return columns.flatMap((column) => itemFields.filter(({ key }) => key === column));
}

/** What a table says about a column goes before what its values suggest: numbers to the right. */
function columnsOf(
  { headWidthPercentages, columnStyles }: TableField,
  natural: ReadonlyArray<Alignment | undefined>,
): ReadonlyArray<TableColumn> {
  const total = headWidthPercentages?.reduce((sum, width) => sum + width, 0) ?? 0;
  return natural.map((alignment, at) => ({
    share: total > 0 ? (headWidthPercentages?.[at] ?? 0) / total : 1 / natural.length,
    alignment: columnStyles?.alignment?.[String(at)] ?? alignment,
  }));
}

function staticRows(content: string | null | undefined): ReadonlyArray<ReadonlyArray<string>> {
  if (content === undefined || content === null || content === "") return [];
  const rows: unknown = JSON.parse(content);
  return Array.isArray(rows) ? rows.filter(Array.isArray).map((row) => row.map(String)) : [];
}
