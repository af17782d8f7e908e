/** The targets that stay: nothing else is opened from a document. */
const ALLOWED = /^(?:https?:\/\/|mailto:|www\.)/i;

/**
 * Returns whether a link may stay: `http`, `https` and `mailto`, or a host name that begins with `www.`.
 * The scheme must stand at the very beginning, so no control character or space can hide another one.
 *
 * @example
 * ```ts
 * import { isAllowedLink } from "./link_target.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isAllowedLink("https://example.com"), true);
 * assert.equal(isAllowedLink("java\nscript:alert(1)"), false);
 * ```
 */
export function isAllowedLink(target: string): boolean {
  return ALLOWED.test(target.trim());
}
