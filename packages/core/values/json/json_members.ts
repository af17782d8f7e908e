import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  endOfString,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from "./json_outline.ts";

/**
 * The members of a JSON object by name, in order, with their original JSON texts. Of duplicate members the
 * last value wins, at the position of the first, as in `JSON.parse`. The text must be a JSON object.
 */
export function jsonMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let position = text.indexOf("{") + 1;
  for (;;) {
    const quote = text.indexOf('"', position);
    if (quote === -1) return members;
    const end = endOfString(text, quote) + 1;
    const name: unknown = JSON.parse(text.slice(quote, end));
    const start = text.indexOf(":", end) + 1;
    const after = endOfValue(text, start);
    members.set(String(name), text.slice(start, after).trim());
    if (text.charCodeAt(after) !== COMMA) return members;
    position = after + 1;
  }
}

/** The end of a value in an object: the next comma, or the bracket that closes the object. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let position = start; position < text.length; position++) {
    switch (text.charCodeAt(position)) {
      case QUOTE:
        position = endOfString(text, position);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth++;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (depth === 0) return position;
        depth--;
        break;
      case COMMA:
        if (depth === 0) return position;
        break;
    }
  }
  return text.length;
}
