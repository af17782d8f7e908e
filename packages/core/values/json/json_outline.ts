/** How deep a JSON text nests and roughly how many values it holds. */
export interface JsonOutline {
  readonly depth: number;
  readonly values: number;
}

/** So many characters are looked at in a row. */
const STRETCH = 1024 * 1024;

/**
 * Measures a JSON text without parsing it: parsing takes seconds and hundreds of megabytes when a
 * large text does nothing but nest. It stops as soon as there is more of either than is wanted, and
 * yields from time to time, so that others can have a turn.
 */
export function* jsonOutline(text: string, most: JsonOutline): Generator<void, JsonOutline> {
  const outline = { depth: 0, deepest: 0, values: 1 };
  for (let at = 0; at < text.length;) {
    at = measure(text, at, outline);
    if (outline.deepest > most.depth || outline.values > most.values) break;
    if (at < text.length) yield;
  }
  return { depth: outline.deepest, values: outline.values };
}

/** What is known of a text so far. */
interface Measured {
  depth: number;
  deepest: number;
  values: number;
}

/** Adds what is in a stretch of a text; where the next one begins. */
function measure(text: string, start: number, outline: Measured): number {
  let { depth, deepest, values } = outline;
  const end = Math.min(text.length, start + STRETCH);
  let at = start;
  for (; at < end; at++) {
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
  Object.assign(outline, { depth, deepest, values });
  return at;
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
