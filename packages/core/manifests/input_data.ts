import { Predicate, Result } from "effect";

import type { Issue } from "../values/mod.ts";
import type { DataType } from "./data_type.ts";
import { checkValue, type InputValue } from "./input_value.ts";
import type { LoopDefinition, Manifest } from "./manifest.ts";

/** A row of a loop: values by the keys of its item fields, and the rows of nested loops by their keys. */
export interface InputRow {
  readonly [key: string]: InputValue | ReadonlyArray<InputRow>;
}

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

/** The maximum number of rows of all nested loops together. */
export const MAX_NESTED_ROWS = 100_000;

/** The value of an item field in a row; absent for an unknown key. */
export function valueInRow(row: InputRow | undefined, key: string): InputValue {
  const value = row !== undefined && Object.hasOwn(row, key) ? row[key] : null;
  return value === undefined || isRows(value) ? null : value;
}

/** The rows of a nested loop in a row; none for an unknown key. */
export function rowsInRow(row: InputRow | undefined, key: string): ReadonlyArray<InputRow> {
  const value = row !== undefined && Object.hasOwn(row, key) ? row[key] : undefined;
  return isRows(value) ? value : [];
}

/** Every row of loops, also of loops in rows. */
export function* everyRow(loops: Readonly<Record<string, unknown>>): Generator<InputRow> {
  for (const rows of Object.values(loops).filter(isRows)) {
    for (const row of rows) {
      yield row;
      yield* everyRow(row);
    }
  }
}

function isRows(value: unknown): value is ReadonlyArray<InputRow> {
  return Array.isArray(value);
}

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
  const check: LoopCheck = { issues, nestedRows: 0 };
  const loops = Object.fromEntries(
    manifest.loops.map((loop) => [loop.key, checkLoop(loop, data, "", check)]),
  );
  return issues.length === 0 ? Result.succeed({ values, loops }) : Result.fail(limitIssues(issues));
}

interface LoopCheck {
  readonly issues: Array<Issue>;
  /** The number of rows of nested loops so far. */
  nestedRows: number;
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
): Record<string, InputValue> {
  const row: Record<string, InputValue> = {};
  for (const { key, dataType, required } of fields) {
    const value = lookUp(data, key);
    const result = isAbsent(value) ? absent(required) : checkValue(dataType, value);
    if (Result.isSuccess(result)) row[key] = result.success;
    else issues.push({ path: prefix + key, message: result.failure });
  }
  return row;
}

/** @param prefix The path of the row that has the list; empty for the data itself. */
function checkLoop(
  loop: LoopDefinition,
  data: Data,
  prefix: string,
  check: LoopCheck,
): ReadonlyArray<InputRow> {
  const { issues } = check;
  const path = prefix + loop.key;
  const value = ownValue(data, loop.key);
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) {
    issues.push({ path, message: "Expected a list of rows" });
    return [];
  }
  if (value.length > MAX_ROWS) {
    issues.push({ path, message: `Expected at most ${MAX_ROWS} rows` });
    return [];
  }
  if (prefix !== "") {
    const hadSpace = check.nestedRows <= MAX_NESTED_ROWS;
    check.nestedRows += value.length;
    if (check.nestedRows > MAX_NESTED_ROWS) {
      const message = `Expected at most ${MAX_NESTED_ROWS} rows of nested loops in all`;
      if (hadSpace) issues.push({ path, message });
      return [];
    }
  }
  return value.map((row: unknown, index) => {
    const place = `${path}.${index}`;
    if (!Predicate.isObject(row)) {
      issues.push({ path: place, message: "Expected an object" });
      return {};
    }
    const values = checkFields(loop.itemFields, row, `${place}.`, issues);
    const { loops: nested = [] } = loop;
    if (nested.length === 0) return values;
    const rows = nested.map((inner) => [inner.key, checkLoop(inner, row, `${place}.`, check)]);
    return { ...values, ...Object.fromEntries(rows) };
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
