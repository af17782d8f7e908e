const TOKEN = /^sgn_[A-Za-z0-9_-]{43}$/;

/** What tokens of signing links begin with, so that people and scanners recognise them. */
const PREFIX = "sgn_";

/** The token of a signing link: a secret of 43 characters with what tells its kind in front. */
export function signingToken(secret: string): string {
  return PREFIX + secret;
}

/**
 * Whether a text has the form of a signing link's token.
 *
 * @example 256 bits behind a prefix
 * ```ts
 * import { isSigningToken, signingToken } from "@paraph/core/builtin_provider";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isSigningToken(signingToken("a".repeat(43))), true);
 * assert.equal(isSigningToken("a".repeat(43)), false);
 * ```
 */
export function isSigningToken(text: string): boolean {
  return TOKEN.test(text);
}
