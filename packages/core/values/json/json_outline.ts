/** How deep a JSON text nests and roughly how many values it holds. */
export interface JsonOutline {
  readonly depth: number;
  readonly values: number;
}

/** The number of characters to measure between two yields. */
const STRETCH = 1024 * 1024;

/**
 * Measures a JSON text without parsing it: parsing takes seconds and hundreds of megabytes for a
 * large text of nested arrays. It stops when a limit is exceeded, and yields regularly, so that other
 * work can run.
 */
export function* jsonOutline(text: string, limits: JsonOutline): Generator<void, JsonOutline> {
  const outline = { depth: 0, deepest: 0, values: 1 };
  for (let position = 0; position < text.length;) {
    position = measure(text, position, outline);
    if (outline.deepest > limits.depth || outline.values > limits.values) break;
    if (position < text.length) yield;
  }
  return { depth: outline.deepest, values: outline.values };
}

interface Measurement {
  depth: number;
  deepest: number;
  values: number;
}

/** Measures the next stretch of a text; returns the position after it. */
function measure(text: string, start: number, outline: Measurement): number {
  let { depth, deepest, values } = outline;
  const end = Math.min(text.length, start + STRETCH);
  let position = start;
  for (; position < end; position++) {
    switch (text.charCodeAt(position)) {
      case QUOTE:
        position = endOfString(text, position);
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
  return position;
}

const BACKSLASH = 0x5c;
/** The character codes of quotes and commas. */
export const [QUOTE, COMMA] = [0x22, 0x2c];
/** The character codes of brackets and braces. */
export const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The position of the closing quote of a string; the length of the text if there is none. */
export function endOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
