import { createHash } from "node:crypto";

import { stringify } from "yaml";

import { TemplateError, type Value } from "./syntax.ts";

type TemplateFunction = (...args: ReadonlyArray<Value>) => Value;

/** Whether a condition holds: Go's rule, also Helm's for empty values. */
export const isTrue = (value: Value): boolean =>
  typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);

/** The text of a value. Go prints other values in forms that YAML does not expect. */
export function print(value: Value): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  // Go prints larger numbers as 1e+06.
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 1e6)
    return String(value);
  throw new TemplateError(`cannot print ${JSON.stringify(value)}`);
}

function text(value: Value): string {
  if (typeof value === "string") return value;
  throw new TemplateError(`expected a string, not ${JSON.stringify(value)}`);
}

function integer(value: Value): number {
  if (typeof value === "number" && Number.isInteger(value)) return value;
  throw new TemplateError(`expected an integer, not ${JSON.stringify(value)}`);
}

/** A string in Go's quotes, which are those of JSON for text without control characters. */
const quote = (value: Value): string => JSON.stringify(print(value));

function sortKeys(value: Value): Value {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sortKeys(member)]));
}

const HTML = /[<>&]/g;

/** Go's JSON: sorted keys, and escapes for HTML. */
const toJson = (value: Value): string =>
  JSON.stringify(sortKeys(value)).replaceAll(
    HTML,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const toYaml = (value: Value): string =>
  stringify(value, { version: "1.1", lineWidth: 0, sortMapEntries: true }).trimEnd();

function dict(...args: ReadonlyArray<Value>): Value {
  const entries: Array<[string, Value]> = [];
  for (let index = 0; index < args.length; index += 2)
    entries.push([text(args[index]), args[index + 1]]);
  return Object.fromEntries(entries);
}

function printf(format: Value, ...args: ReadonlyArray<Value>): string {
  const rest = [...args];
  return text(format).replaceAll(/%(.)/g, (_, verb: string) => {
    const value = rest.shift();
    if (verb === "s") return text(value);
    if (verb === "q") return quote(value);
    throw new TemplateError(`printf has no %${verb}`);
  });
}

function has(item: Value, list: Value): boolean {
  if (Array.isArray(list)) return list.includes(item);
  throw new TemplateError("has expects a list");
}

function requireValue(message: Value, value: Value): Value {
  if (value === undefined || value === null || value === "") throw new TemplateError(text(message));
  return value;
}

function indent(width: Value, block: Value): string {
  const spaces = " ".repeat(integer(width));
  return `\n${spaces}${text(block).replaceAll("\n", `\n${spaces}`)}`;
}

/** The functions of Go, sprig and Helm that the chart uses, except `include`. */
export const FUNCTIONS: Readonly<Record<string, TemplateFunction>> = {
  and: (...args) => args.find((arg) => !isTrue(arg)) ?? args.at(-1),
  or: (...args) => args.find(isTrue) ?? args.at(-1),
  not: (value) => !isTrue(value),
  eq: (one, other) => text(one) === text(other),
  gt: (one, other) => integer(one) > integer(other),
  int: integer,
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  required: requireValue,
  fail: (message) => {
    throw new TemplateError(text(message));
  },
  list: (...args) => args,
  splitList: (separator, whole) => text(whole).split(text(separator)),
  dict,
  has,
  contains: (part, whole) => text(whole).includes(text(part)),
  replace: (from, to, whole) => text(whole).replaceAll(text(from), text(to)),
  trunc: (length, whole) => text(whole).slice(0, integer(length)),
  trimSuffix: (suffix, whole) =>
    text(whole).endsWith(text(suffix))
      ? text(whole).slice(0, text(whole).length - text(suffix).length)
      : whole,
  printf,
  quote,
  nindent: indent,
  toYaml,
  toJson,
  sha256sum: (value) => createHash("sha256").update(text(value)).digest("hex"),
  urlParse: (url) => ({ hostname: new URL(text(url)).hostname }),
};
