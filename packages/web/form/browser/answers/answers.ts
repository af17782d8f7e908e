import { checkInputData, checkValue, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";

import { formatDecimal, parseDecimal, type Separators, shiftDecimal } from "./decimal_text.ts";
import type { FormField, Loop } from "./fields.ts";

/** The value of a control: text, or whether it is checked. Times are ISO 8601, images URLs. */
export type Answer = string | boolean;

/** Control values by field key. */
export type AnswersByKey = Readonly<Record<string, Answer>>;

/** One row of a loop. Its id stays the same when it moves. */
export interface Row {
  readonly id: number;
  readonly values: AnswersByKey;
}

/** All values of a form. */
export interface Answers {
  readonly values: AnswersByKey;
  readonly loops: Readonly<Record<string, Rows>>;
}

type Rows = ReadonlyArray<Row>;

/** The fields of a form and how numbers are written in it. */
export interface FormDefinition {
  readonly manifest: Manifest;
  readonly fields: ReadonlyArray<FormField>;
  readonly loops: ReadonlyArray<Loop>;
  readonly separators: Separators;
}

/** Converts a control value to the template's data; `undefined` when it is empty. */
function toValue(
  { dataType, isPercent }: FormField,
  answer: Answer | undefined,
  separators: Separators,
): Answer | undefined {
  if (dataType === "boolean") return answer === true;
  if (typeof answer !== "string" || answer.trim() === "") return undefined;
  if (dataType === "text" || dataType === "longtext") return answer;
  if (dataType !== "number" && dataType !== "currency") return answer.trim();
  const decimal = parseDecimal(answer, separators);
  // The data rules report text that is not a number.
  if (decimal === undefined) return answer;
  return isPercent ? shiftDecimal(decimal, -2) : decimal;
}

/** Converts a value of the template's data to a control value; `undefined` when it does not fit the field. */
export function toAnswer(
  { dataType, isPercent }: FormField,
  value: unknown,
  separators: Separators,
): Answer | undefined {
  const checked = Result.getOrUndefined(checkValue(dataType, value));
  if (checked === undefined || checked === null || typeof checked === "boolean") {
    return checked ?? undefined;
  }
  if (dataType === "date") return checked.slice(0, 10);
  if (dataType !== "number" && dataType !== "currency") return checked;
  return formatDecimal(shiftDecimal(checked, isPercent ? 2 : 0), separators);
}

/** Returns the data of a render request, nested by the dots in its keys. */
export function toData(
  { fields, loops, separators }: FormDefinition,
  answers: Answers,
): Readonly<Record<string, unknown>> {
  const rowsOf = (loop: Loop) =>
    (answers.loops[loop.key] ?? []).map(({ values }) => nest(loop.fields, values, separators));
  return {
    ...nest(fields, answers.values, separators),
    ...Object.fromEntries(loops.map((loop) => [loop.key, rowsOf(loop)])),
  };
}

/** Returns all problems of the data: a message by path, such as `items.3.price`. */
export function validateAnswers(
  definition: FormDefinition,
  answers: Answers,
): ReadonlyMap<string, string> {
  const checked = checkInputData(definition.manifest, toData(definition, answers));
  const issues = Result.isFailure(checked) ? checked.failure : [];
  return new Map(issues.map(({ path, message }) => [path, message]));
}

/** Returns the problem of a control value, if it has one. */
export function validateAnswer(
  field: FormField,
  answer: Answer | undefined,
  separators: Separators,
): string | undefined {
  const value = toValue(field, answer, separators);
  if (value === undefined) return field.required ? REQUIRED : undefined;
  const checked = checkValue(field.dataType, value);
  return Result.isFailure(checked) ? checked.failure : undefined;
}

/** The message of the data rules for a missing value. */
export const REQUIRED = "Is required";

/** Counts the required fields, and how many of them have a valid value. */
export function progressOf(
  { fields, loops, separators }: FormDefinition,
  answers: Answers,
): { readonly done: number; readonly all: number } {
  const rows = loops.flatMap((loop) =>
    (answers.loops[loop.key] ?? []).map(({ values }) => ({ fields: loop.fields, values })),
  );
  const valid = [{ fields, values: answers.values }, ...rows].flatMap(({ fields, values }) =>
    fields
      .filter(({ required, dataType }) => required && dataType !== "boolean")
      .map((field) => validateAnswer(field, values[field.key], separators) === undefined),
  );
  return { done: valid.filter(Boolean).length, all: valid.length };
}

/** Inserts a row under an id that is not in use. */
export function insertRow(rows: Rows, values: AnswersByKey, at = rows.length): Rows {
  const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
  return [...rows.slice(0, at), { id, values }, ...rows.slice(at)];
}

/** Removes a row. */
export function removeRow(rows: Rows, id: number): Rows {
  return rows.filter((row) => row.id !== id);
}

/** Moves a row by one position; a row at the end does not move. */
export function moveRow(rows: Rows, id: number, by: 1 | -1): Rows {
  const from = rows.findIndex((row) => row.id === id);
  const [row, to] = [rows[from], from + by];
  if (row === undefined || to < 0 || to >= rows.length) return rows;
  const others = removeRow(rows, id);
  return [...others.slice(0, to), row, ...others.slice(to)];
}

type Nested = { [name: string]: Answer | Nested };

function nest(
  fields: ReadonlyArray<FormField>,
  values: AnswersByKey,
  separators: Separators,
): Nested {
  const data: Nested = {};
  for (const field of fields) {
    const value = toValue(field, values[field.key], separators);
    if (value !== undefined) put(data, field.key.split("."), value);
  }
  return data;
}

function put(into: Nested, [name = "", ...rest]: ReadonlyArray<string>, value: Answer): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const below = into[name];
  const inner = typeof below === "object" ? below : {};
  into[name] = inner;
  put(inner, rest, value);
}
