import { Schema } from "effect";

import { hasMaxCharacters } from "./text/text.ts";

const ADDRESS =
  /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/iu;
const MAX_ADDRESS = 254;

/**
 * Whether a text is the address of exactly one mailbox: no list, no display name, and no character that
 * could end an email header.
 *
 * @example One mailbox
 * ```ts
 * import { isEmail } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isEmail("ada@example.com"), true);
 * assert.equal(isEmail("ada@example.com, bob@example.com"), false);
 * assert.equal(isEmail("ada@example.com\r\nBcc: bob@example.com"), false);
 * ```
 */
export function isEmail(text: string, maxLength = MAX_ADDRESS): boolean {
  return hasMaxCharacters(text, maxLength) && ADDRESS.test(text);
}

/** One email address of at most `maxLength` characters. */
export function emailOf(maxLength: number) {
  return Schema.String.check(
    Schema.makeFilter((text) => isEmail(text, maxLength) || "Expected an email address", {
      toJsonSchema: () => ({ format: "email", maxLength }),
    }),
  );
}

/** One email address of at most 254 characters. */
export const Email = emailOf(MAX_ADDRESS).annotate({
  identifier: "Email",
  description: "One email address without a display name.",
});
