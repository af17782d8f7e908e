import { Result, type Schema } from "effect";

import { isSettings, type Settings } from "./read_template.ts";

/** The object in a sample of a multivariable text; empty if it has none. */
export function parseObject(text: string): Settings {
  const parsed = Result.try((): Schema.Json => JSON.parse(text));
  return Result.isSuccess(parsed) && isSettings(parsed.success) ? parsed.success : {};
}

/** The rows of a table, or the items of a list as rows of one cell. */
export function rowsOf(content: string): ReadonlyArray<ReadonlyArray<string>> {
  const parsed = Result.try((): Schema.Json => JSON.parse(content));
  const rows = Result.isSuccess(parsed) && Array.isArray(parsed.success) ? parsed.success : [];
  return rows.map((row: Schema.Json) => (Array.isArray(row) ? row.map(cellText) : [cellText(row)]));
}

function cellText(cell: Schema.Json): string {
  if (typeof cell === "string") return cell;
  return cell === null ? "" : JSON.stringify(cell);
}

/** Values nested by the dots of their keys. */
export function nested(values: Iterable<readonly [key: string, value: Schema.Json]>): Settings {
  const data: Record<string, Schema.Json> = {};
  for (const [key, value] of values) setNested(data, key.split("."), value);
  return data;
}

function setNested(
  target: Record<string, Schema.Json>,
  [first = "", ...rest]: ReadonlyArray<string>,
  value: Schema.Json,
): void {
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = target[first];
  const group: Record<string, Schema.Json> = isSettings(inner)
    ? Object.fromEntries(Object.entries(inner))
    : {};
  setNested(group, rest, value);
  target[first] = group;
}
