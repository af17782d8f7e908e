import { Predicate } from "effect";

import { jsonMembers } from "./json_members.ts";

/** The original JSON texts of values that must be written unchanged. */
const TEXTS = new WeakMap<object, string>();

/**
 * Remembers the JSON text of a value, so that {@linkcode verbatimJson} writes it unchanged: large numbers
 * keep their digits, keys their order. Copies of the value are not covered.
 */
export function rememberJsonText<A extends object>(value: A, text: string): A {
  TEXTS.set(value, text);
  return value;
}

/**
 * Writes JSON like `JSON.stringify`, with the original text of values that were stored verbatim.
 *
 * @example Digits and key order are preserved
 * ```ts
 * import { rememberJsonText, verbatimJson } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * const text = '{"2":12345678901234567890,"1":1.10}';
 * const metadata = rememberJsonText<object>(JSON.parse(text), text);
 * assert.equal(verbatimJson({ metadata }), `{"metadata":${text}}`);
 * ```
 */
export function verbatimJson(value: object): string {
  const text = TEXTS.get(value);
  if (text !== undefined) return text;
  if (Array.isArray(value)) {
    return `[${value.map((item: unknown) => member(item) ?? "null").join(",")}]`;
  }
  if (!isPlain(value)) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([name, item]) => {
    const text = member(item);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}

/**
 * A copy of an object with members replaced or added. {@linkcode verbatimJson} writes the other members,
 * and members with an unchanged value, with their original text.
 *
 * @example The other members keep their text
 * ```ts
 * import { rememberJsonText, verbatimJson, withMembers } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * const text = '{"2":1.10,"name":"A","1":1e400}';
 * const draft = rememberJsonText<object>(JSON.parse(text), text);
 * assert.equal(verbatimJson(withMembers(draft, { name: "B" })), '{"2":1.10,"name":"B","1":1e400}');
 * ```
 */
export function withMembers<A extends object, B extends object>(value: A, members: B) {
  const copy = { ...value, ...members };
  const text = TEXTS.get(value);
  if (text === undefined) return copy;
  const texts = jsonMembers(text);
  for (const [name, item] of Object.entries(members)) {
    const isSame = texts.has(name) && Object.is(Reflect.get(value, name), item);
    const text = isSame ? undefined : member(item);
    if (text !== undefined) texts.set(name, text);
  }
  const pairs = [...texts].map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return rememberJsonText(copy, `{${pairs.join(",")}}`);
}

/** A member as JSON text; `undefined` if JSON omits it. */
function member(value: unknown): string | undefined {
  return Predicate.isObjectOrArray(value) ? verbatimJson(value) : JSON.stringify(value);
}

/** Whether JSON writes an object by its members, not by `toJSON`. */
function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  return !("toJSON" in value && Predicate.isFunction(value.toJSON));
}
