/** How deep a JSON text nests and roughly how many values it holds. */
export interface JsonOutline {
  readonly depth: number;
  readonly values: number;
}

/**
 * Measures a JSON text without parsing it: parsing takes seconds and hundreds of megabytes when a
 * large text does nothing but nest. It stops as soon as there is more of either than is wanted.
 */
export function jsonOutline(text: string, most: JsonOutline): JsonOutline {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    if (deepest > most.depth || values > most.values) break;
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        values++;
        deepest = Math.max(deepest, ++depth);
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth--;
        break;
      case COMMA:
        values++;
        break;
    }
  }
  return { depth: deepest, values };
}

const BACKSLASH = 0x5c;
/** What JSON is made of, as character codes. */
export const [QUOTE, COMMA] = [0x22, 0x2c];
/** What opens and closes lists and objects. */
export const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the string that starts at a quote ends; the end of the text when it never does. */
export function endOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
