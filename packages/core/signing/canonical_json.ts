import type { Schema } from "effect";

/**
 * A JSON value as the one text that everybody writes it as: keys sorted at every depth, no white
 * space. What is hashed must not depend on who wrote it down.
 *
 * @example The order of keys is no difference
 * ```ts
 * import { canonicalJson } from "@paraph/core/signing";
 * import assert from "node:assert/strict";
 *
 * assert.equal(canonicalJson({ b: [1, null], a: "x" }), '{"a":"x","b":[1,null]}');
 * ```
 */
export function canonicalJson(value: Schema.Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(",")}}`;
}

function isArray(value: Schema.Json): value is Schema.JsonArray {
  return Array.isArray(value);
}
