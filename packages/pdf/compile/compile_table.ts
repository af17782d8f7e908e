import { type Alignment, type Binding, columnFields, type TableField } from "@paraph/core/layouts";
import { isNumeric } from "@paraph/core/manifests";

import { compileText, fixedText } from "./compile_text.ts";
import { compileTotals } from "./compile_totals.ts";
import type { CompiledTable, TableColumn } from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";

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
      totals: undefined,
    };
  }
  const { key, itemFields } = binding.loop;
  const shown = columnFields(itemFields, field.columns);
  const columns = columnsOf(
    field,
    shown.map(({ dataType }) => (isNumeric(dataType) ? "right" : undefined)),
  );
  const cells = shown.map((item, at) =>
    keys.printItem(item, field.columnStyles?.format?.[String(at)]),
  );
  return {
    kind: "table",
    field: shell,
    head: head ?? shown.map(({ label }) => fixedText(label)),
    columns,
    rows: { kind: "loop", key, cells },
    totals: field.totals ? compileTotals(field.totals, columns, cells, keys) : undefined,
  };
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
