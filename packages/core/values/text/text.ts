import { Schema } from "effect";

/**
 * Requires a number of characters. A character is a Unicode code point, as JSON Schema and
 * PostgreSQL's `length()` count them: an emoji is one, not two.
 */
export function characters(minimum: number, maximum: number) {
  return Schema.isBetweenCodePoints(minimum, maximum, {
    expected: `${minimum} to ${maximum} characters`,
    toJsonSchema: () => ({ minLength: minimum, maxLength: maximum }),
  });
}

/** Requires at most a number of characters (Unicode code points). */
export function maxCharacters(maximum: number) {
  return Schema.isMaxCodePoints(maximum, { expected: `at most ${maximum} characters` });
}

/**
 * Whether a text has at most a number of characters (Unicode code points).
 *
 * @example An emoji is one character
 * ```ts
 * import { hasMaxCharacters } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.equal(hasMaxCharacters("🎉🎉", 2), true);
 * assert.equal(hasMaxCharacters("abc", 2), false);
 * ```
 */
export function hasMaxCharacters(text: string, maximum: number): boolean {
  if (text.length <= maximum) return true;
  // A code point takes two code units at most.
  return text.length <= 2 * maximum && Array.from(text).length <= maximum;
}

/** Characters without a visible glyph. */
const BLANK = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;

/**
 * Whether a text has a visible character: a letter, a digit, a symbol or punctuation.
 *
 * @example A zero-width space is not visible
 * ```ts
 * import { isVisible } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isVisible("\u200b \u3164"), false);
 * assert.equal(isVisible("李"), true);
 * ```
 */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{S}\p{P}]/u.test(text.normalize("NFKC").replace(BLANK, ""));
}

/** A name that people read: 1 to `maximum` characters, at least one of them visible. */
export function visibleName(maximum: number) {
  return Schema.String.check(
    characters(1, maximum),
    Schema.makeFilter(
      // An empty text has one problem, not two.
      (text) => text === "" || isVisible(text) || "Expected at least one visible character",
    ),
  );
}
