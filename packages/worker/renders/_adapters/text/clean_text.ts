/** What has no shape: control characters, joiners that stand alone, direction marks, byte order marks. */
const INVISIBLE =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

/** Spaces that differ in width alone; few fonts have them all. */
const NARROW_SPACES = /[\u2000-\u200a\u202f\u205f]/g;

/** Line ends as people and systems write them. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Splits text into paragraphs of well-formed, composed Unicode, with tabs and odd spaces made plain. */
export function paragraphsOf(text: string): ReadonlyArray<string> {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll("\t", "    ")
    .replace(NARROW_SPACES, "\u00a0")
    .split(LINE_END);
}

/** Whether a character has no shape of its own and is left out of the drawing. */
export function isInvisible(char: string): boolean {
  return INVISIBLE.test(char);
}
