import { Schema } from "effect";

import { VariableDefinition } from "../../manifests/mod.ts";

const isKey = Schema.is(VariableDefinition.fields.key);

/**
 * The keys of columns by their headings: `Unit price` as `unit_price`. A heading without Latin letters or
 * digits, or with the key of an earlier one, becomes its position.
 *
 * @example Headings of a table
 * ```ts
 * import { keysOfTitles } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(keysOfTitles(["Unit price", "価格"]), ["unit_price", "column_2"]);
 * ```
 */
export function keysOfTitles(titles: ReadonlyArray<string>): ReadonlyArray<string> {
  const usedKeys = new Set<string>();
  return titles.map((title, index) => {
    const key = snake(title);
    const isUsed = usedKeys.has(key);
    usedKeys.add(key);
    return key === "" || isUsed ? `column_${index + 1}` : key;
  });
}

function snake(title: string): string {
  const plainTitle = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const key = plainTitle.replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^[_0-9]+|_+$/g, "");
  return isKey(key) ? key : "";
}
