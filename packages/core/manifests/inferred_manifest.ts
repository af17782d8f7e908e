import { Predicate } from "effect";

import type { DataType } from "./data_type.ts";
import { type ItemField, type LoopDefinition, type Manifest, MAX_LOOP_LEVELS } from "./manifest.ts";

/** The maximum depth of data: keys have at most eight names. */
const MAX_NAMES = 8;

/**
 * Infers a manifest from data: a variable for each value, a loop for each list of rows. All are optional.
 *
 * Use it to preview a layout that has no manifest yet.
 *
 * @example Lists of rows are loops
 * ```ts
 * import { inferManifest } from "@paraph/core/manifests";
 * import assert from "node:assert/strict";
 *
 * const manifest = inferManifest({ customer: { name: "Ada" }, items: [{ price: 3 }] });
 * assert.deepEqual(manifest.variables.map(({ key }) => key), ["customer.name"]);
 * assert.equal(manifest.loops[0]?.itemFields[0]?.dataType, "number");
 * ```
 */
export function inferManifest(data: Readonly<Record<string, unknown>>): Manifest {
  return { variables: fieldsOf(data, []), loops: loopsOf([data], 1) };
}

/** The lists of rows in objects, and those in their rows. */
function loopsOf(
  objects: ReadonlyArray<Readonly<Record<PropertyKey, unknown>>>,
  level: number,
): ReadonlyArray<LoopDefinition> {
  const lists = objects.flatMap((object) =>
    Object.entries(object).flatMap(([key, value]) => {
      const rows = Array.isArray(value) ? value.filter(Predicate.isObject) : [];
      return rows.length === 0 ? [] : [{ key, rows }];
    }),
  );
  return [...Map.groupBy(lists, ({ key }) => key)].flatMap(([key, sameKey]) => {
    const rows = sameKey.flatMap((list) => list.rows);
    const fields = rows.flatMap((row) => fieldsOf(row, []));
    const itemFields = [...new Map(fields.map((field) => [field.key, field])).values()];
    const nested = level < MAX_LOOP_LEVELS ? loopsOf(rows, level + 1) : [];
    if (itemFields.length === 0) return [];
    const loop = { key, label: labelOf(key), itemFields };
    return [nested.length === 0 ? loop : { ...loop, loops: nested }];
  });
}

function fieldsOf(
  data: Readonly<Record<PropertyKey, unknown>>,
  path: ReadonlyArray<string>,
): ReadonlyArray<ItemField> {
  if (path.length >= MAX_NAMES) return [];
  return Object.entries(data).flatMap(([name, value]) => {
    const here = [...path, name];
    if (Array.isArray(value)) return [];
    if (Predicate.isObject(value)) return fieldsOf(value, here);
    const dataType = dataTypeOf(value);
    return [{ key: here.join("."), label: labelOf(name), dataType, required: false }];
  });
}

function dataTypeOf(value: unknown): DataType {
  if (Predicate.isNumber(value)) return "number";
  if (Predicate.isBoolean(value)) return "boolean";
  return Predicate.isString(value) && value.startsWith("data:image/") ? "image" : "text";
}

/** The label of a key: `unitPrice` and `unit_price` become `Unit price`. */
export function labelOf(key: string): string {
  const words = key
    .replaceAll(".", " ")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .trim();
  return words === "" ? key : words[0]?.toUpperCase() + words.slice(1).toLowerCase();
}
