import type { ItemField, LoopDefinition } from "../../../manifests/mod.ts";
import { parseText } from "../text/placeholder.ts";
import type { TotalFunction } from "./table_field.ts";

/** A column of a table: an item field of its loop, or an expression on its row. */
export type TableColumnSource =
  | { readonly kind: "field"; readonly item: ItemField }
  | { readonly kind: "expression"; readonly source: string; readonly format: string | undefined };

/** An expression as a column, such as `{= row.price * row.quantity }`; undefined for the key of an item field. */
export function columnExpression(
  column: string,
): (TableColumnSource & { readonly kind: "expression" }) | undefined {
  if (!column.startsWith("{")) return undefined;
  const parts = parseText(column);
  const [part] = parts;
  return parts.length === 1 && part?.kind === "expression" ? part : undefined;
}

/**
 * The columns of a table in their order; all item fields by default. Unknown ones are left out.
 *
 * @example A field and an expression
 * ```ts
 * import { tableColumns } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const price = { key: "price", label: "Price", dataType: "currency", required: false } as const;
 * const loop = { key: "items", label: "Items", itemFields: [price] };
 * const columns = tableColumns(loop, ["price", "{= row.price * 2 }"]);
 * assert.deepEqual(columns.map(({ kind }) => kind), ["field", "expression"]);
 * ```
 */
export function tableColumns(
  { itemFields }: LoopDefinition,
  columns: ReadonlyArray<string> | null | undefined,
): ReadonlyArray<TableColumnSource> {
  const all = columns ?? itemFields.map(({ key }) => key);
  return all.flatMap((column): ReadonlyArray<TableColumnSource> => {
    const expression = columnExpression(column);
    if (expression !== undefined) return [expression];
    const item = itemFields.find(({ key }) => key === column);
    return item === undefined ? [] : [{ kind: "field", item }];
  });
}

/** The position of a column that has a total: by its item field, or by its number from "0"; -1 for none. */
export function positionOfTotal(key: string, columns: ReadonlyArray<TableColumnSource>): number {
  if (/^\d{1,3}$/.test(key)) return Number(key) < columns.length ? Number(key) : -1;
  return columns.findIndex((column) => column.kind === "field" && column.item.key === key);
}

/** The expression of a column's total. */
export function totalSource(
  how: TotalFunction,
  column: TableColumnSource,
  { key }: LoopDefinition,
): string {
  const values =
    column.kind === "field" ? `${key}.${column.item.key}` : `${key}.map(row, ${column.source})`;
  return `${how}(${values})`;
}
