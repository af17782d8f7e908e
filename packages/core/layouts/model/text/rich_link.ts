/** The links of rich text: web pages, email addresses and telephone numbers. */
const TARGET = /^(?:https?:\/\/[^/\s]|mailto:[^\s]|tel:[^\s])/i;

/** No browser opens a longer URL. */
const MAX_TARGET = 2_000;

/**
 * Returns whether rich text can link to a target.
 *
 * @example Scripts are not links
 * ```ts
 * import { isLinkTarget } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isLinkTarget("https://example.com/terms"), true);
 * assert.equal(isLinkTarget("javascript:alert(1)"), false);
 * ```
 */
export function isLinkTarget(target: string): boolean {
  return target.length <= MAX_TARGET && TARGET.test(target) && URL.canParse(target);
}

/** The name of an anchor. */
const ANCHOR = /^[A-Za-z0-9_-]{1,200}$/;

export function isAnchor(name: string): boolean {
  return ANCHOR.test(name);
}

/** The anchor that a link leads to, as in `#terms`; undefined for other links. */
export function linkedAnchor(target: string): string | undefined {
  return target.startsWith("#") && isAnchor(target.slice(1)) ? target.slice(1) : undefined;
}
