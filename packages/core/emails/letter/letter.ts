import type { Language } from "../../values/mod.ts";

/** The content of an email in plain text, the source of its text and HTML versions. */
export interface Letter {
  /** The language of the texts; absent in emails of earlier releases, which are in English. */
  readonly language?: Language;
  /** One line. */
  readonly subject: string;
  /** The salutation, if the recipient's name is known. */
  readonly greeting: string | null;
  readonly opening: string;
  /** A code to enter, shown large. */
  readonly code?: string;
  /** A message of a person, shown as a quotation; may have several lines. */
  readonly quote: string | null;
  /** Whose message it is. */
  readonly quoteTitle?: string;
  /** The call to action. */
  readonly action: { readonly label: string; readonly url: string };
  /** Additional information. */
  readonly notes: ReadonlyArray<string>;
}

/**
 * A text as one line: without line breaks and invisible characters, truncated to `most` characters.
 *
 * @example Line breaks cannot begin another header
 * ```ts
 * import { oneLine } from "@paraph/core/emails";
 * import assert from "node:assert/strict";
 *
 * assert.equal(oneLine("Invoice\r\nBcc: everyone@example.com", 200), "Invoice Bcc: everyone@example.com");
 * ```
 */
export function oneLine(text: string, maxLength: number): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join("")}…`;
}

/** The lines of a text with any line breaks. */
export function linesOf(text: string): ReadonlyArray<string> {
  return text.trim().split(/\r\n|\r|\n/);
}
