import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  endOfString,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from "@paraph/core/values";
import { Predicate } from "effect";

/** The number of characters to parse at once, which takes a few milliseconds. */
const PIECE = 128 * 1024;

/**
 * Parses JSON as `JSON.parse` does, which takes seconds for megabytes of small values. This
 * generator parses arrays and objects in pieces and yields after each, so that other work can run.
 *
 * It recurses as deep as the text nests, so check `jsonOutline` first. Throws `SyntaxError` for
 * invalid JSON.
 */
export function* jsonInPieces(text: string, piece: number = PIECE): Generator<void, unknown> {
  const start = skipWhitespace(text, 0);
  if (text.length <= piece || !isOpening(text, start)) {
    const value: unknown = JSON.parse(text);
    return value;
  }
  const { value, end } = yield* container({ text, piece }, start);
  if (skipWhitespace(text, end) < text.length) throw syntaxError();
  return value;
}

interface Source {
  readonly text: string;
  readonly piece: number;
}

/** A parsed value, and the index after it. */
interface ParsedValue {
  readonly value: unknown;
  readonly end: number;
}

/** Parses the array or object that opens at an index. */
function* container(source: Source, start: number): Generator<void, ParsedValue> {
  const { text } = source;
  const parts = text.charCodeAt(start) === OPEN_ARRAY ? list() : object();
  for (let index = start + 1; ;) {
    const { end, large } = nextRun(source, index);
    const items = text.slice(index, end);
    // Only a run before a large item may be empty.
    const count = parts.add(items);
    yield;
    if (large === undefined) {
      const isEmpty =
        count === 0 && !(index === start + 1 && text.charCodeAt(end) === parts.closing);
      if (isEmpty) throw syntaxError();
      if (text.charCodeAt(end) === parts.closing) return { value: parts.value, end: end + 1 };
      if (text.charCodeAt(end) !== COMMA) throw syntaxError();
      index = end + 1;
      continue;
    }
    if (count === 0 && large > index) throw syntaxError();
    const { name, opening } = parts.head(text, large);
    const child = yield* container(source, opening);
    parts.set(name, child.value);
    const after = skipWhitespace(text, child.end);
    if (text.charCodeAt(after) === parts.closing) return { value: parts.value, end: after + 1 };
    if (text.charCodeAt(after) !== COMMA) throw syntaxError();
    index = after + 1;
  }
}

/** Consecutive complete items of a container. */
interface Run {
  /** The index after the last item: a comma, a closing bracket, or the end of the text. */
  readonly end: number;
  /** The start of the next item if it is too large for one piece. */
  readonly large?: number;
}

/** Finds the items that make one piece, from the start of an item. */
function nextRun({ text, piece }: Source, start: number): Run {
  let depth = 0;
  let item = start;
  for (let index = start; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth++;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (depth === 0) return { end: index };
        depth--;
        break;
      case COMMA:
        if (depth > 0) break;
        if (index - start >= piece) return { end: index };
        item = index + 1;
        break;
    }
    if (depth > 0 && index - item >= piece) return { end: Math.max(start, item - 1), large: item };
  }
  return { end: text.length };
}

/** A container under construction. */
interface Parts {
  readonly value: unknown;
  readonly closing: number;
  /** Parses and adds items; returns their number. */
  readonly add: (items: string) => number;
  /**
   * The name and the opening bracket of an item that is a container. Array items have an empty
   * name.
   */
  readonly head: (
    text: string,
    item: number,
  ) => { readonly name: string; readonly opening: number };
  readonly set: (name: string, item: unknown) => void;
}

function list(): Parts {
  const value: Array<unknown> = [];
  return {
    value,
    closing: CLOSE_ARRAY,
    add: (items) => {
      const array: unknown = JSON.parse(`[${items}]`);
      if (!Array.isArray(array)) throw syntaxError();
      for (const item of array) value.push(item);
      return array.length;
    },
    head: (text, item) => ({ name: "", opening: findOpening(text, item) }),
    set: (_, item) => value.push(item),
  };
}

function object(): Parts {
  const value: Record<string, unknown> = {};
  const set = (name: string, item: unknown) => {
    // An assignment would set the prototype.
    if (name === "__proto__") Object.defineProperty(value, name, { ...DATA_PROPERTY, value: item });
    else value[name] = item;
  };
  return {
    value,
    closing: CLOSE_OBJECT,
    set,
    add: (items) => {
      const members: unknown = JSON.parse(`{${items}}`);
      if (!Predicate.isObject(members)) throw syntaxError();
      const names = Object.keys(members);
      for (const name of names) set(name, members[name]);
      return names.length;
    },
    head: (text, item) => {
      const quote = skipWhitespace(text, item);
      const end = text.charCodeAt(quote) === QUOTE ? endOfString(text, quote) + 1 : quote;
      const name: unknown = JSON.parse(text.slice(quote, end));
      const colon = skipWhitespace(text, end);
      if (!Predicate.isString(name) || text.charCodeAt(colon) !== COLON) throw syntaxError();
      return { name, opening: findOpening(text, colon + 1) };
    },
  };
}

const DATA_PROPERTY = { configurable: true, enumerable: true, writable: true };
const COLON = 0x3a;

function findOpening(text: string, index: number): number {
  const opening = skipWhitespace(text, index);
  if (!isOpening(text, opening)) throw syntaxError();
  return opening;
}

function isOpening(text: string, index: number): boolean {
  return text.charCodeAt(index) === OPEN_ARRAY || text.charCodeAt(index) === OPEN_OBJECT;
}

/** The index of the next character that is not JSON whitespace. */
function skipWhitespace(text: string, index: number): number {
  while (" \t\n\r".includes(text.charAt(index)) && index < text.length) index++;
  return index;
}

function syntaxError(): SyntaxError {
  return new SyntaxError("Unexpected token in JSON");
}
