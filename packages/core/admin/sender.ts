import { Schema } from "effect";

import { isEmail } from "../values/mod.ts";

const NAME_AND_ADDRESS = /^(?<name>[^<>\p{C}]{1,200}?) *<(?<address>[^<>]*)>$/u;

/**
 * Whether a text is a sender of emails: an address, or `Name <address>`. It has no characters that could
 * end a header and begin another.
 *
 * @example Line breaks are rejected
 * ```ts
 * import { isSender } from "@paraph/core/admin";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isSender("Acme, Ltd. <billing@acme.example>"), true);
 * assert.equal(isSender("billing@acme.example"), true);
 * assert.equal(isSender("Acme\r\nBcc: everyone@acme.example <billing@acme.example>"), false);
 * ```
 */
export function isSender(text: string): boolean {
  return isEmail(senderOf(text).address);
}

/** The address and the display name of a sender; the name may be empty. */
export function senderOf(text: string): { readonly name: string; readonly address: string } {
  const { name = "", address = text } = NAME_AND_ADDRESS.exec(text)?.groups ?? {};
  return { name: name.trim(), address };
}

/** The sender of emails to the recipients of an integrator. */
export const Sender = Schema.String.check(
  Schema.makeFilter(
    (text) =>
      isSender(text) || "Expected an address, or a name and an address: Acme <a@acme.example>",
  ),
);
