import {
  type Alignment,
  type Binding,
  type ManifestIndex,
  type TableField,
} from "@paraph/core/layouts";
import {
  valuePrinter,
  type DataType,
  type InputData,
  type ItemField,
} from "@paraph/core/manifests";

import { fillText, plainText } from "./rich_text.ts";

/** The cells of a table as text, and how each column stands. */
export interface TableFilling {
  readonly kind: "table";
  readonly field: TableField;
  readonly head: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
  readonly columns: ReadonlyArray<TableColumn>;
}

export interface TableColumn {
  /** Share of the table's width; all shares add up to one. */
  readonly share: number;
  readonly alignment: Alignment | undefined;
}

const NUMERIC = new Set<DataType>(["number", "currency"]);

/** Fills a table with a loop's rows, or with its own when no loop has its name. */
export function fillTable(
  field: TableField,
  binding: Binding,
  index: ManifestIndex,
  data: InputData,
): TableFilling {
  const headings = field.head?.map((text) => plainText(fillText(text, index, data, false)));
  if (binding.kind !== "loop") {
    const rows = staticRows(field.content);
    const count = headings?.length ?? rows[0]?.length ?? 1;
    return {
      kind: "table",
      field,
      head: headings ?? [],
      rows,
      columns: columnsOf(field, Array(count).fill(undefined)),
    };
  }
  const { key, itemFields } = binding.loop;
  const shown = chosenFields(itemFields, field.columns);
  const printers = shown.map((item) => ({
    key: item.key,
    print: valuePrinter(item.dataType, item.format),
  }));
  return {
    kind: "table",
    field,
    head: headings ?? shown.map(({ label }) => label),
    rows: (data.loops[key] ?? []).map((row) => printers.map((item) => item.print(row[item.key]))),
    columns: columnsOf(
      field,
      shown.map(({ dataType }) => (NUMERIC.has(dataType) ? "right" : undefined)),
    ),
  };
}

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
