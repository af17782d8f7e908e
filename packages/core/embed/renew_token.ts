const TOKEN = /^ert_[A-Za-z0-9_-]{43}$/;

/** What renew tokens begin with, so that people and scanners recognise them. */
const PREFIX = "ert_";

/** The renew token of a secret of 43 characters. */
export function renewToken(secret: string): string {
  return PREFIX + secret;
}

/**
 * Whether a text has the form of a renew token.
 *
 * @example 256 bits behind a prefix
 * ```ts
 * import { isRenewToken, renewToken } from "@paraph/core/embed";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isRenewToken(renewToken("a".repeat(43))), true);
 * assert.equal(isRenewToken("a".repeat(47)), false);
 * ```
 */
export function isRenewToken(text: string): boolean {
  return TOKEN.test(text);
}
