/**
 * What has no shape: control characters, soft hyphens, direction marks, variation selectors, byte order
 * marks, tags. Joiners are not among them: they shape the letters beside them.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Variation_Selector}\u2028\u2029]/u;
const JOINER = /[\u200c\u200d]/;

/** Spaces that differ in width alone; few fonts have them all. */
const NARROW_SPACES = /[\u2000-\u200a\u202f\u205f]/g;

/** Line ends as people and systems write them. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** No language stacks so many marks on a letter; placing them takes time that grows with their square. */
const MARK_PILE = /(\p{M}{30})\p{M}+/gu;

/** Letters of Latin, Greek and Cyrillic that are composed as they are, and nothing that ends a line. */
const ORDINARY = /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0388-\u0482\u048a-\u052f]*$/;

/** Splits text into paragraphs of well-formed, composed Unicode, with tabs and odd spaces made plain. */
export function paragraphsOf(text: string): ReadonlyArray<string> {
  if (ORDINARY.test(text)) return [text];
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(MARK_PILE, "$1")
    .replaceAll("\t", "    ")
    .replace(NARROW_SPACES, "\u00a0")
    .split(LINE_END);
}

/** Whether a character has no shape of its own and is left out of the drawing. */
export function isInvisible(char: string): boolean {
  return INVISIBLE.test(char) && !JOINER.test(char);
}
