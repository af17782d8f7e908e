/** What has no shape of its own, or is how text is set rather than what it says. */
const UNSEEN = /[\s\p{Cf}\p{Cc}\p{Variation_Selector}]/u;

/**
 * Makes texts alike that readers take for the same: upper and lower case, ligatures and their letters,
 * composed and decomposed accents, wide and narrow forms; without spaces, line ends and soft hyphens.
 * It can be done letter by letter, with the same outcome as all at once.
 *
 * @example
 * ```ts
 * import { folded } from "./folded_text.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(folded("Of\ufb01ce\u00ad  No.\u00a01"), folded("OFFICE NO. 1"));
 * assert.equal(folded("İstanbul"), folded("i\u0307STANBUL"));
 * ```
 */
export function folded(text: string): string {
  let result = "";
  for (const char of text.normalize("NFKD")) {
    if (!UNSEEN.test(char)) result += char.toUpperCase().toLowerCase().normalize("NFKD");
  }
  return result;
}
