const TOKEN = /^sgn_[A-Za-z0-9_-]{43}$/;
const IN_PERSON_TOKEN = /^inp_[A-Za-z0-9_-]{43}$/;

/** The prefixes of tokens, for people and secret scanners. */
const PREFIX = "sgn_";
const IN_PERSON_PREFIX = "inp_";

/** The token of a signing link: the prefix and a secret of 43 characters. */
export function signingToken(secret: string): string {
  return PREFIX + secret;
}

/**
 * Whether a text has the form of a signing link's token.
 *
 * @example A prefix and 256 bits
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

/** The token of a session in person, which gives access to no document. */
export function inPersonToken(secret: string): string {
  return IN_PERSON_PREFIX + secret;
}

/** Whether a text has the form of the token of a session in person. */
export function isInPersonToken(text: string): boolean {
  return IN_PERSON_TOKEN.test(text);
}
