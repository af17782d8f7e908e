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
 * Parses JSON as `JSON.parse` does, which takes seconds for megabytes of small values. Arrays and objects are
 * parsed in pieces; the generator yields after each, so that other work can run.
 *
 * It recurses as deep as the text nests: check `jsonOutline` first. Throws `SyntaxError`, as `JSON.parse` does.
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

/** A parsed value, and the index behind it. */
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
    // A run may be empty only before a large item.
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
    parts.put(name, read.value);
    const after = afterSpace(text, read.end);
    if (text.charCodeAt(after) === parts.closing) return { value: parts.value, end: after + 1 };
    if (text.charCodeAt(after) !== COMMA) throw malformed();
    at = after + 1;
  }
}

/** Consecutive complete items of a container. */
interface Run {
  /** Behind the last of them: at a comma, at what closes, or at the end of the text. */
  readonly end: number;
  /** Where the next item begins, when that is so large that it is read in pieces itself. */
  readonly large?: number;
}

/** Looks, from where an item begins, for as many items as make a piece. */
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
  /** Adds items as they are written; how many. */
  readonly add: (items: string) => number;
  /** The name of an item that is a container, if items have names here, and where it opens. */
  readonly head: (
    text: string,
    item: number,
  ) => { readonly name: string; readonly opening: number };
  readonly put: (name: string, item: unknown) => void;
}

function list(): Parts {
  const value: Array<unknown> = [];
  return {
    value,
    closing: CLOSE_ARRAY,
    add: (items) => {
      const more: unknown = JSON.parse(`[${items}]`);
      if (!Array.isArray(more)) throw malformed();
      for (const item of more) value.push(item);
      return more.length;
    },
    head: (text, item) => ({ name: "", opening: openingAt(text, item) }),
    put: (_, item) => value.push(item),
  };
}

function object(): Parts {
  const value: Record<string, unknown> = {};
  const put = (name: string, item: unknown) => {
    // Any other way it would be what the object inherits from.
    if (name === "__proto__") Object.defineProperty(value, name, { ...OWN, value: item });
    else value[name] = item;
  };
  return {
    value,
    closing: CLOSE_OBJECT,
    put,
    add: (items) => {
      const more: unknown = JSON.parse(`{${items}}`);
      if (!Predicate.isObject(more)) throw malformed();
      const names = Object.keys(more);
      for (const name of names) put(name, more[name]);
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

const OWN = { configurable: true, enumerable: true, writable: true };
const COLON = 0x3a;

function openingAt(text: string, at: number): number {
  const opening = afterSpace(text, at);
  if (!isOpening(text, opening)) throw malformed();
  return opening;
}

function isOpening(text: string, at: number): boolean {
  return text.charCodeAt(at) === OPEN_ARRAY || text.charCodeAt(at) === OPEN_OBJECT;
}

/** The index of the next character that is no JSON whitespace. */
function afterSpace(text: string, at: number): number {
  while (" \t\n\r".includes(text.charAt(at)) && at < text.length) at++;
  return at;
}

function malformed(): SyntaxError {
  return new SyntaxError("Unexpected token in JSON");
}
