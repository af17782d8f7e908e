/**
 * Characters without a glyph: control characters, soft hyphens, direction marks, variation selectors, byte
 * order marks, tags. Joiners are not included, because they affect the shape of adjacent letters.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Variation_Selector}\u2028\u2029]/u;
const JOINER = /[\u200c\u200d]/;

const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** No language has this many marks on a letter, and the time to position them grows quadratically. */
const MARK_PILE = /(\p{M}{30})\p{M}+/gu;

/** Composed Latin, Greek and Cyrillic text without line ends, which needs no cleaning. */
const ORDINARY = /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0388-\u0482\u048a-\u052f]*$/;

/** Whether a text is a paragraph that needs no cleaning. */
export function isOrdinary(text: string): boolean {
  return ORDINARY.test(text);
}

/**
 * Splits text into paragraphs of well-formed, composed Unicode.
 *
 * @param hasTabs Whether tabs stay, instead of becoming spaces.
 */
export function paragraphsOf(text: string, hasTabs = false): ReadonlyArray<string> {
  if (isOrdinary(text)) return [text];
  const clean = text.toWellFormed().normalize("NFC").replace(MARK_PILE, "$1");
  return (hasTabs ? clean : clean.replaceAll("\t", "    ")).split(LINE_END);
}

/** Returns whether a character has no glyph and is omitted. */
export function isInvisible(char: string): boolean {
  return INVISIBLE.test(char) && !JOINER.test(char);
}
