const TOKEN = /^shr_[A-Za-z0-9_-]{43}$/;

/** What tokens of shares begin with, so that people and scanners recognise them. */
const PREFIX = "shr_";

/** The token of a share: a secret of 43 characters with what tells its kind in front. */
export function shareToken(secret: string): string {
  return PREFIX + secret;
}

/**
 * Whether a text has the form of a share's token.
 *
 * @example 256 bits behind a prefix
 * ```ts
 * import { isShareToken, shareToken } from "@paraph/core/shares";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isShareToken(shareToken("a".repeat(43))), true);
 * assert.equal(isShareToken("a".repeat(43)), false);
 * ```
 */
export function isShareToken(text: string): boolean {
  return TOKEN.test(text);
}
