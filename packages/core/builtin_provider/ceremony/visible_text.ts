import type { Box } from "../../signatures/mod.ts";

export { isVisible } from "../../values/mod.ts";

/** Control and format characters. Some Arabic ones are visible and are not among them. */
const INVISIBLE =
  /(?!\u200d|[\n\t\u200c\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2])[\p{Cc}\p{Cf}]/gu;

/** Line ends other than `\n`. */
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/gu;

/**
 * Returns a text without invisible characters and without characters that change how it reads, such as
 * direction overrides. Joiners stay, because some scripts need them. Every line ends with `\n`.
 *
 * @example A direction override is removed
 * ```ts
 * import { sanitizeText } from "@paraph/core/builtin_provider";
 * import assert from "node:assert/strict";
 *
 * assert.equal(sanitizeText("pay \u202e001\u202c\r\nnow\u0007"), "pay 001\nnow");
 * ```
 */
export function sanitizeText(text: string): string {
  return text.replace(LINE_ENDS, "\n").replace(INVISIBLE, "");
}

/**
 * The text of a typed signature: composed characters on one line. The signing page and the signed document
 * both render this text, so that they choose the same glyphs.
 *
 * @example An ideographic space is a space
 * ```ts
 * import { signatureText } from "@paraph/core/builtin_provider";
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

/** The side in points of a square with the area of A4, because the orientation of pages is unknown. */
const SIDE = 708;

/** The smallest legible font size, its line height and its average character width, in points. */
const SMALLEST_TYPE = { size: 4, step: 5, advance: 2 };

/** Characters as wide as they are high. */
const WIDE = /[\p{Emoji_Presentation}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/**
 * Whether a text is legible in a box on a page of about A4, so that no recipient signs text that is too
 * small to read.
 *
 * @example Fifty lines do not fit where three do
 * ```ts
 * import { fitsLegibly } from "@paraph/core/builtin_provider";
 * import assert from "node:assert/strict";
 *
 * assert.equal(fitsLegibly("one\ntwo", { width: 20, height: 3 }), true);
 * assert.equal(fitsLegibly("line\n".repeat(50), { width: 20, height: 3 }), false);
 * ```
 */
export function fitsLegibly(
  text: string,
  { width, height }: Pick<Box, "width" | "height">,
): boolean {
  const lineWidth = (width / 100) * SIDE;
  const lines = text.split("\n").reduce((sum, line) => {
    return sum + Math.max(1, Math.ceil(widthOf(line) / lineWidth));
  }, 0);
  // The last line needs only the font size.
  const textHeight = (lines - 1) * SMALLEST_TYPE.step + SMALLEST_TYPE.size;
  return lines === 1 || textHeight <= (height / 100) * SIDE;
}

function widthOf(line: string): number {
  const { advance, size } = SMALLEST_TYPE;
  return Array.from(line).reduce((sum, char) => sum + (WIDE.test(char) ? size : advance), 0);
}
