const KEY = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/;
const BRACES = /^\{=([\s\S]*)\}$/;

/** A condition of a field: a key that must have a value, or an expression that must be true. */
export type Condition =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "expression"; readonly source: string };

/**
 * Tells a key from an expression, which may be in `{= … }`.
 *
 * @example
 * ```ts
 * import { parseCondition } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseCondition("customer.vat"), { kind: "key", key: "customer.vat" });
 * assert.deepEqual(parseCondition("total > 100"), { kind: "expression", source: "total > 100" });
 * ```
 */
export function parseCondition(text: string): Condition {
  return KEY.test(text)
    ? { kind: "key", key: text }
    : { kind: "expression", source: expressionSource(text) };
}

/** An expression without the `{= … }` that may be around it. */
export function expressionSource(text: string): string {
  return (BRACES.exec(text)?.[1] ?? text).trim();
}
