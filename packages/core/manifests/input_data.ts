import { Predicate, Result } from "effect";

import type { Issue } from "../values/mod.ts";
import type { DataType } from "./data_type.ts";
import { checkValue, type InputValue } from "./input_value.ts";
import type { LoopDefinition, Manifest } from "./manifest.ts";

/** A row of a loop: values by the keys of its item fields. */
export type InputRow = Readonly<Record<string, InputValue>>;

/**
 * Render data that matches its manifest, flattened: variables by dot-path, loops by key.
 *
 * Numbers and amounts are decimal text, so that money never passes through a binary float.
 */
export interface InputData {
  readonly values: Readonly<Record<string, InputValue>>;
  readonly loops: Readonly<Record<string, ReadonlyArray<InputRow>>>;
}

/** The maximum number of rows in a loop. */
export const MAX_ROWS = 10_000;

/** The maximum number of listed problems; the others are counted. */
const MAX_ISSUES = 1_000;

type Data = Readonly<Record<string, unknown>>;

/**
 * Checks render data against a manifest. Returns the data to store, or every problem.
 *
 * Values nest by dot-path. A literal dotted key is also accepted; the nested one wins. Keys that are not
 * in the manifest are dropped.
 *
 * @example The path of a problem
 * ```ts
 * import { checkInputData } from "@paraph/core/manifests";
 * import { Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * const manifest = {
 *   variables: [{ key: "customer.name", label: "Customer", dataType: "text", required: true }],
 *   loops: [],
 * } as const;
 * assert.deepEqual(
 *   checkInputData(manifest, { customer: {} }),
 *   Result.fail([{ path: "customer.name", message: "Is required" }]),
 * );
 * ```
 */
export function checkInputData(
  manifest: Manifest,
  data: Data,
): Result.Result<InputData, ReadonlyArray<Issue>> {
  const issues: Array<Issue> = [];
  const values = checkFields(manifest.variables, data, "", issues);
  const loops = Object.fromEntries(
    manifest.loops.map((loop) => [loop.key, checkLoop(loop, data, issues)]),
  );
  return issues.length === 0 ? Result.succeed({ values, loops }) : Result.fail(limitIssues(issues));
}

interface TypedField {
  readonly key: string;
  readonly dataType: DataType;
  readonly required: boolean;
}

function checkFields(
  fields: ReadonlyArray<TypedField>,
  data: Data,
  prefix: string,
  issues: Array<Issue>,
): InputRow {
  const row: Record<string, InputValue> = {};
  for (const { key, dataType, required } of fields) {
    const value = lookUp(data, key);
    const result = isAbsent(value) ? absent(required) : checkValue(dataType, value);
    if (Result.isSuccess(result)) row[key] = result.success;
    else issues.push({ path: prefix + key, message: result.failure });
  }
  return row;
}

function checkLoop(
  loop: LoopDefinition,
  data: Data,
  issues: Array<Issue>,
): ReadonlyArray<InputRow> {
  const value = ownValue(data, loop.key);
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) {
    issues.push({ path: loop.key, message: "Expected a list of rows" });
    return [];
  }
  if (value.length > MAX_ROWS) {
    issues.push({ path: loop.key, message: `Expected at most ${MAX_ROWS} rows` });
    return [];
  }
  return value.map((row: unknown, index) => {
    if (Predicate.isObject(row)) {
      return checkFields(loop.itemFields, row, `${loop.key}.${index}.`, issues);
    }
    issues.push({ path: `${loop.key}.${index}`, message: "Expected an object" });
    return {};
  });
}

function lookUp(data: Data, key: string): unknown {
  const nestedValue = key
    .split(".")
    .reduce<unknown>(
      (parent, segment) => (Predicate.isObject(parent) ? ownValue(parent, segment) : undefined),
      data,
    );
  return nestedValue === undefined ? ownValue(data, key) : nestedValue;
}

/** Own properties only: a key of data may be `constructor`. */
function ownValue(data: Data, key: string): unknown {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function absent(required: boolean): Result.Result<InputValue, string> {
  return required ? Result.fail("Is required") : Result.succeed(null);
}

function limitIssues(issues: ReadonlyArray<Issue>): ReadonlyArray<Issue> {
  const more = issues.length - MAX_ISSUES;
  if (more <= 0) return issues;
  return [...issues.slice(0, MAX_ISSUES), { path: "", message: `And ${more} more problems` }];
}
