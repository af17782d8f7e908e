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
  const start = afterSpace(text, 0);
  if (text.length <= piece || !isOpening(text, start)) {
    const value: unknown = JSON.parse(text);
    return value;
  }
  const { value, end } = yield* container({ text, piece }, start);
  if (afterSpace(text, end) < text.length) throw malformed();
  return value;
}

interface Source {
  readonly text: string;
  readonly piece: number;
}

/** A parsed value, and the index after it. */
interface Read {
  readonly value: unknown;
  readonly end: number;
}

/** Parses the array or object that opens at an index. */
function* container(source: Source, start: number): Generator<void, Read> {
  const { text } = source;
  const parts = text.charCodeAt(start) === OPEN_ARRAY ? list() : object();
  for (let at = start + 1; ;) {
    const { end, large } = nextRun(source, at);
    const items = text.slice(at, end);
    // Only a run before a large item may be empty.
    const count = parts.add(items);
    yield;
    if (large === undefined) {
      const isEmpty = count === 0 && !(at === start + 1 && text.charCodeAt(end) === parts.closing);
      if (isEmpty) throw malformed();
      if (text.charCodeAt(end) === parts.closing) return { value: parts.value, end: end + 1 };
      if (text.charCodeAt(end) !== COMMA) throw malformed();
      at = end + 1;
      continue;
    }
    if (count === 0 && large > at) throw malformed();
    const { name, opening } = parts.head(text, large);
    const read = yield* container(source, opening);
    parts.set(name, read.value);
    const after = afterSpace(text, read.end);
    if (text.charCodeAt(after) === parts.closing) return { value: parts.value, end: after + 1 };
    if (text.charCodeAt(after) !== COMMA) throw malformed();
    at = after + 1;
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
  for (let at = start; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth++;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (depth === 0) return { end: at };
        depth--;
        break;
      case COMMA:
        if (depth > 0) break;
        if (at - start >= piece) return { end: at };
        item = at + 1;
        break;
    }
    if (depth > 0 && at - item >= piece) return { end: Math.max(start, item - 1), large: item };
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
      const parsed: unknown = JSON.parse(`[${items}]`);
      if (!Array.isArray(parsed)) throw malformed();
      for (const item of parsed) value.push(item);
      return parsed.length;
    },
    head: (text, item) => ({ name: "", opening: openingAt(text, item) }),
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
      const parsed: unknown = JSON.parse(`{${items}}`);
      if (!Predicate.isObject(parsed)) throw malformed();
      const names = Object.keys(parsed);
      for (const name of names) set(name, parsed[name]);
      return names.length;
    },
    head: (text, item) => {
      const quote = afterSpace(text, item);
      const end = text.charCodeAt(quote) === QUOTE ? endOfString(text, quote) + 1 : quote;
      const name: unknown = JSON.parse(text.slice(quote, end));
      const colon = afterSpace(text, end);
      if (!Predicate.isString(name) || text.charCodeAt(colon) !== COLON) throw malformed();
      return { name, opening: openingAt(text, colon + 1) };
    },
  };
}

const DATA_PROPERTY = { configurable: true, enumerable: true, writable: true };
const COLON = 0x3a;

function openingAt(text: string, at: number): number {
  const opening = afterSpace(text, at);
  if (!isOpening(text, opening)) throw malformed();
  return opening;
}

function isOpening(text: string, at: number): boolean {
  return text.charCodeAt(at) === OPEN_ARRAY || text.charCodeAt(at) === OPEN_OBJECT;
}

/** The index of the next character that is not JSON whitespace. */
function afterSpace(text: string, at: number): number {
  while (" \t\n\r".includes(text.charAt(at)) && at < text.length) at++;
  return at;
}

function malformed(): SyntaxError {
  return new SyntaxError("Unexpected token in JSON");
}
