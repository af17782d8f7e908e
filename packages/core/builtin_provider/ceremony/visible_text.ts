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
 * A name as a typed signature shows it: composed characters on one line. The signing page and the signed
 * document both set this text, so that they choose the same glyphs.
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

/** The side of a square as large as a page of A4, in points: which way pages are turned is not known. */
const SIDE = 708;

/** The smallest letters that people still read, in points; how far apart their lines are; and how wide they are. */
const SMALLEST_TYPE = { size: 4, step: 5, advance: 2 };

/** What is as wide as it is high. */
const WIDE = /[\p{Emoji_Presentation}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/**
 * Whether a text can still be read when it is written into a box, on a page about as large as A4:
 * what is signed must not be hidden by being small.
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
  const across = (width / 100) * SIDE;
  const lines = text.split("\n").reduce((sum, line) => {
    return sum + Math.max(1, Math.ceil(widthOf(line) / across));
  }, 0);
  // The last line needs no distance to another.
  const reach = (lines - 1) * SMALLEST_TYPE.step + SMALLEST_TYPE.size;
  return lines === 1 || reach <= (height / 100) * SIDE;
}

function widthOf(line: string): number {
  const { advance, size } = SMALLEST_TYPE;
  return Array.from(line).reduce((sum, char) => sum + (WIDE.test(char) ? size : advance), 0);
}
