import type { ItemField } from "../../manifests/mod.ts";

/**
 * The item fields of a table's columns, in their order; all item fields by default.
 *
 * @example Two of three, in the order of the table
 * ```ts
 * import { columnFields } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const fields = ["title", "quantity", "price"].map((key) => {
 *   return { key, label: key, dataType: "text", required: false } as const;
 * });
 * const chosen = columnFields(fields, ["price", "title"]);
 * assert.deepEqual(chosen.map(({ key }) => key), ["price", "title"]);
 * ```
 */
export function columnFields(
  itemFields: ReadonlyArray<ItemField>,
  columns: ReadonlyArray<string> | null | undefined,
): ReadonlyArray<ItemField> {
  if (columns === undefined || columns === null) return itemFields;
  return columns.flatMap((column) => itemFields.filter(({ key }) => key === column));
}
