export { isVisible } from "../values/mod.ts";

/** Characters that are in order to be read by programs, not by people; some of Arabic are drawn. */
const UNSEEN = /(?!\u200d|[\n\t\u200c\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2])[\p{Cc}\p{Cf}]/gu;

/** How lines end in some texts or other. */
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/gu;

/**
 * A text as it is kept: without what nobody sees and what makes it read otherwise than it was
 * written, such as turns of direction. Joiners stay, for some scripts are wrong without them, and
 * every line ends the same way.
 *
 * @example A turn of direction is dropped
 * ```ts
 * import { cleanText } from "@paraph/core/signing";
 * import assert from "node:assert/strict";
 *
 * assert.equal(cleanText("pay \u202e001\u202c\r\nnow\u0007"), "pay 001\nnow");
 * ```
 */
export function cleanText(text: string): string {
  return text.replace(LINE_ENDS, "\n").replace(UNSEEN, "");
}

/**
 * A name as a typed signature shows it: composed characters on one line. The signing page and the signed
 * document both set this text, so that they choose the same glyphs.
 *
 * @example An ideographic space is a space
 * ```ts
 * import { signatureText } from "@paraph/core/signing";
 * import assert from "node:assert/strict";
 *
 * assert.equal(signatureText(" 山田\u3000太郎 "), "山田 太郎");
 * assert.equal(signatureText("か\u3099"), "が");
 * ```
 */
export function signatureText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\p{Variation_Selector}/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}
