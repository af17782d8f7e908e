/**
 * Whether two digests are the same; how long it takes tells nothing about where they differ.
 *
 * @example Compared to the end, whatever stands in front
 * ```ts
 * import { equalBytes } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.equal(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2)), true);
 * assert.equal(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(3, 2)), false);
 * assert.equal(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1)), false);
 * ```
 */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  return one.reduce((difference, byte, at) => difference | (byte ^ other[at]!), 0) === 0;
}
