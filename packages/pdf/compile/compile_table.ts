import {
  type Alignment,
  type Binding,
  positionOfTotal,
  tableColumns,
  type TableColumnSource,
  type TableField,
  type TableTotals,
  type TotalFunction,
  totalSource,
} from "@paraph/core/layouts";
import { isNumeric, type LoopDefinition } from "@paraph/core/manifests";

import { compileGrouping } from "./compile_grouping.ts";
import { compileRowTexts } from "./compile_row_texts.ts";
import { compileText, fixedText } from "./compile_text.ts";
import { compileFootRows, compileHeadRows } from "./compile_text_rows.ts";
import type {
  CompiledTable,
  CompiledText,
  CompiledTotals,
  TableColumn,
  TotalCell,
} from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";
import { lineOf, type LoopTable, type TypedCell } from "./table_line.ts";

/** Compiles a table that prints the rows of the loop with its name, or else its fixed rows. */
export function compileTable(field: TableField, binding: Binding, keys: KnownKeys): CompiledTable {
  const head = field.head?.map((text) => compileText(text, keys));
  const shell = { ...field, content: null, head: null };
  if (binding.kind !== "loop") {
    const rows = staticRows(field.content);
    const count = head?.length ?? rows[0]?.length ?? 1;
    const columns = columnsOf(field, Array(count).fill(undefined));
    return {
      ...textRows(field, head ?? [], columns, keys),
      kind: "table",
      field: shell,
      head: head ?? [],
      columns,
      rows: { kind: "fixed", rows },
      totals: undefined,
    };
  }
  const { loop } = binding;
  const sources = tableColumns(loop, field.columns);
  const cells = sources.map((source, index) => cellOf(source, index, field, loop, keys));
  const columns = columnsOf(field, cells.map(naturalAlignment));
  const grouping = compileGrouping(field, columns, { sources, cells, loop }, keys);
  const { texts, ...more } = compileRowTexts(field, { sources, cells, loop }, keys);
  const titles =
    head ?? sources.map((source) => fixedText(source.kind === "field" ? source.item.label : ""));
  return {
    ...(grouping === undefined ? {} : { grouping }),
    ...more,
    ...textRows(field, titles, columns, keys),
    kind: "table",
    field: shell,
    head: titles,
    columns,
    rows: { kind: "loop", key: loop.key, cells: [...cells.map(({ cell }) => cell), ...texts] },
    totals: field.totals
      ? compileTotals(field.totals, columns, { sources, cells, loop }, keys)
      : undefined,
  };
}

/** The rows of the head and of the foot with their own columns. */
function textRows(
  field: TableField,
  head: ReadonlyArray<CompiledText>,
  columns: ReadonlyArray<TableColumn>,
  keys: KnownKeys,
): Pick<CompiledTable, "headRows" | "footRows"> {
  const headRows = compileHeadRows(field, head, columns, keys);
  const footRows = compileFootRows(field, columns, keys);
  return {
    ...(headRows === undefined ? {} : { headRows }),
    ...(footRows === undefined ? {} : { footRows }),
  };
}

function cellOf(
  source: TableColumnSource,
  index: number,
  { columnStyles }: TableField,
  loop: LoopDefinition,
  keys: KnownKeys,
): TypedCell {
  if (source.kind === "field") {
    const ownFormat = columnStyles?.format?.[String(index)];
    const cell = keys.printItem(source.item, ownFormat);
    return { cell, isNumber: isNumeric(source.item.dataType), ownFormat };
  }
  const { source: code, format } = source;
  const expression = keys.expression(code, format, loop);
  const cell = expression ?? { code: { op: "fixed", value: null }, format: { kind: "text" } };
  return { cell, isNumber: keys.isNumber(code, loop), ownFormat: format };
}

function naturalAlignment({ isNumber }: TypedCell): Alignment | undefined {
  return isNumber ? "right" : undefined;
}

/** The table's setting for a column overrides the default: numbers to the right. */
function columnsOf(
  field: TableField,
  natural: ReadonlyArray<Alignment | undefined>,
): ReadonlyArray<TableColumn> {
  const { columnWidths, columnStyles } = field;
  const isAuto = columnWidths?.includes("auto") === true;
  const shares = sharesOf(field, natural.length);
  return natural.map((alignment, index) => ({
    share: shares[index] ?? 0,
    alignment: columnStyles?.alignment?.[String(index)] ?? alignment,
    ...(isAuto ? { span: [index, index + 1] as const } : {}),
  }));
}

/** The shares of columns in the width of a table. Columns that follow their content have equal ones at first. */
function sharesOf(
  { headWidthPercentages, columnWidths, width }: TableField,
  count: number,
): ReadonlyArray<number> {
  if (columnWidths) {
    const fixed = columnWidths.reduce<number>((sum, each) => sum + (each === "auto" ? 0 : each), 0);
    const autos = columnWidths.filter((each) => each === "auto").length;
    const total = autos === 0 ? fixed : width;
    return columnWidths.map(
      (each) => (each === "auto" ? Math.max(0, width - fixed) / autos : each) / total,
    );
  }
  const total = headWidthPercentages?.reduce((sum, each) => sum + each, 0) ?? 0;
  return Array.from({ length: count }, (_, index) =>
    total > 0 ? (headWidthPercentages?.[index] ?? 0) / total : 1 / count,
  );
}

function staticRows(content: string | null | undefined): ReadonlyArray<ReadonlyArray<string>> {
  if (content === undefined || content === null || content === "") return [];
  const rows: unknown = JSON.parse(content);
  return Array.isArray(rows) ? rows.filter(Array.isArray).map((row) => row.map(String)) : [];
}

const EMPTY: TotalCell = { kind: "label", text: [] };

function totalCell(
  how: TotalFunction,
  source: TableColumnSource,
  { cell, ownFormat }: TypedCell,
  loop: LoopDefinition,
  keys: KnownKeys,
): TotalCell {
  if (how === "sum" && "key" in cell) return { kind: "sum", ...cell };
  const format = how === "count" ? undefined : ownFormat;
  const expression = keys.expression(totalSource(how, source, loop), format);
  return expression === undefined ? EMPTY : { kind: "expression", ...expression };
}

/** Compiles the totals. */
function compileTotals(
  { label, columns: totalKeys }: TableTotals,
  columns: ReadonlyArray<TableColumn>,
  { sources, cells, loop }: LoopTable,
  keys: KnownKeys,
): CompiledTotals {
  const totals = new Map(
    Object.entries(totalKeys).map(([key, how]) => [positionOfTotal(key, sources), how]),
  );
  const text: TotalCell = { kind: "label", text: compileText(label ?? "", keys) };
  return lineOf(columns, text, EMPTY, (index) => {
    const [how, source, typed] = [totals.get(index), sources[index], cells[index]];
    return how === undefined || source === undefined || typed === undefined
      ? undefined
      : totalCell(how, source, typed, loop, keys);
  });
}
