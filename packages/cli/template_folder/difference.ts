import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import { parseDataUri } from "@paraph/core/layouts";
import { Predicate } from "effect";

/** A difference between two templates; a side that lacks the value is left out. */
export interface Difference {
  /** Where it is: layout fields by page and name, such as `layout.page 1.logo.position.x`. */
  readonly path: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

/**
 * Returns the differences between two templates, in the order of their paths. Variables, loops and fields are
 * matched by key or name, so that an inserted one does not change the others.
 */
export function differences(from: unknown, to: unknown): ReadonlyArray<Difference> {
  return compare({ from, to }, []);
}

interface Pair {
  readonly from: unknown;
  readonly to: unknown;
}

type Path = ReadonlyArray<string>;

function compare({ from, to }: Pair, path: Path): ReadonlyArray<Difference> {
  if (isDeepStrictEqual(from, to)) return [];
  if (from === undefined) return [{ path: path.join("."), to: summarizeFiles(to) }];
  if (to === undefined) return [{ path: path.join("."), from: summarizeFiles(from) }];
  if (Array.isArray(from) && Array.isArray(to)) return compareLists(from, to, path);
  if (isRecord(from) && isRecord(to)) {
    return keysOf(from, to).flatMap((key) =>
      compare({ from: own(from, key), to: own(to, key) }, [...path, ...segmentsOf(path, key)]),
    );
  }
  return [{ path: path.join("."), from: summarizeFiles(from), to: summarizeFiles(to) }];
}

type List = ReadonlyArray<unknown>;

/** Members with names are compared by name, others by position. */
function compareLists(from: List, to: List, path: Path): ReadonlyArray<Difference> {
  const [before, after] = [namesOf(from), namesOf(to)];
  if (before === undefined || after === undefined) {
    return Array.from({ length: Math.max(from.length, to.length) }, (_, index) => index).flatMap(
      (index) => compare({ from: from[index], to: to[index] }, [...path, memberOf(path, index)]),
    );
  }
  const isField = path[0] === "layout";
  const members = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    const segment = isField ? name : String((now ?? old)?.index ?? 0);
    return compare({ from: old?.member, to: now?.member }, [...path, segment]);
  });
  const common = [...before.keys()].filter((name) => after.has(name));
  const order = [...after.keys()].filter((name) => before.has(name));
  return isDeepStrictEqual(common, order)
    ? members
    : [...members, { path: [...path, "(order)"].join("."), from: common, to: order }];
}

interface Member {
  readonly index: number;
  readonly member: unknown;
}

/** The members of a list by key or name; `undefined` unless each has a unique one. */
function namesOf(list: List): ReadonlyMap<string, Member> | undefined {
  const names = new Map<string, Member>();
  for (const [index, member] of list.entries()) {
    const { key, name } = isRecord(member) ? member : {};
    const own = key ?? name;
    if (typeof own !== "string" || names.has(own)) return undefined;
    names.set(own, { index, member });
  }
  return names;
}

/** Pages have no names and are counted from one. */
function memberOf(path: Path, index: number): string {
  return path.length === 1 && path[0] === "layout" ? `page ${index + 1}` : String(index);
}

/** The pages of a layout are its direct children. */
function segmentsOf(path: Path, key: string): Path {
  return path.length === 1 && path[0] === "layout" && key === "schemas" ? [] : [key];
}

/** The size and SHA-256 of a file, other values unchanged. */
function summarizeFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(summarizeFiles);
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, summarizeFiles(inner)]),
    );
  const file = typeof value === "string" ? parseDataUri(value) : undefined;
  if (file === undefined) return value;
  const checksum = createHash("sha256").update(file.bytes).digest("hex");
  return `${file.mediaType}, ${file.bytes.length} bytes, sha256 ${checksum}`;
}

function keysOf(from: object, to: object): ReadonlyArray<string> {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])];
}

function own(record: Readonly<Record<PropertyKey, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
  return Predicate.isObject(value);
}

/** The maximum length of a value in a line. */
const WIDTH = 120;

/** Formats a difference as a line: `+` for an addition, `-` for a removal, `~` for a change. */
export function differenceLine(difference: Difference): string {
  const { path } = difference;
  if (!("from" in difference)) return `+ ${path}: ${formatValue(difference.to)}`;
  if (!("to" in difference)) return `- ${path}: ${formatValue(difference.from)}`;
  return `~ ${path}: ${formatValue(difference.from)} → ${formatValue(difference.to)}`;
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= WIDTH ? text : `${text.slice(0, WIDTH - 1)}…`;
}
