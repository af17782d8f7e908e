import { checkInputData, checkValue, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";

import { formatDecimal, parseDecimal, type Separators, shiftDecimal } from "./decimal_text.ts";
import type { FormField, Loop } from "./fields.ts";

/** The value of a control: text, or whether it is checked. Times are ISO 8601, images URLs. */
export type ControlValue = string | boolean;

/** Control values by field key. */
export type ControlValues = Readonly<Record<string, ControlValue>>;

/** One row of a loop. Its id stays the same when it moves. */
export interface Row {
  readonly id: number;
  readonly values: ControlValues;
  /** The rows of the loops in it. */
  readonly loops?: Readonly<Record<string, Rows>>;
}

/** The values of a row, and those of the loops in it. */
export type RowValues = Omit<Row, "id">;

/** All values of a form. */
export interface FormValues {
  readonly values: ControlValues;
  readonly loops: Readonly<Record<string, Rows>>;
}

export type Rows = ReadonlyArray<Row>;

/** The fields of a form and how numbers are written in it. */
export interface FormDefinition {
  readonly manifest: Manifest;
  readonly fields: ReadonlyArray<FormField>;
  readonly loops: ReadonlyArray<Loop>;
  readonly separators: Separators;
}

/** Converts a control value to the template's data; `undefined` when it is empty. */
function toDataValue(
  { dataType, isPercent }: FormField,
  controlValue: ControlValue | undefined,
  separators: Separators,
): ControlValue | undefined {
  if (dataType === "boolean") return controlValue === true;
  if (typeof controlValue !== "string" || controlValue.trim() === "") return undefined;
  if (dataType === "text" || dataType === "longtext") return controlValue;
  if (dataType !== "number" && dataType !== "currency") return controlValue.trim();
  const decimal = parseDecimal(controlValue, separators);
  // The data rules report text that is not a number.
  if (decimal === undefined) return controlValue;
  return isPercent ? shiftDecimal(decimal, -2) : decimal;
}

/** Converts a value of the template's data to a control value; `undefined` when it does not fit the field. */
export function toControlValue(
  { dataType, isPercent }: FormField,
  value: unknown,
  separators: Separators,
): ControlValue | undefined {
  const dataValue = Result.getOrUndefined(checkValue(dataType, value));
  if (dataValue === undefined || dataValue === null || typeof dataValue === "boolean") {
    return dataValue ?? undefined;
  }
  if (dataType === "date") return dataValue.slice(0, 10);
  if (dataType !== "number" && dataType !== "currency") return dataValue;
  return formatDecimal(shiftDecimal(dataValue, isPercent ? 2 : 0), separators);
}

/** Returns the data of a render request, nested by the dots in its keys. */
export function toData(
  { fields, loops, separators }: FormDefinition,
  formValues: FormValues,
): Readonly<Record<string, unknown>> {
  const dataOf = (
    of: Pick<FormDefinition, "fields" | "loops">,
    { values, loops: rows = {} }: RowValues,
  ): Readonly<Record<string, unknown>> => ({
    ...nest(of.fields, values, separators),
    ...Object.fromEntries(
      of.loops.map((loop) => [loop.key, (rows[loop.key] ?? []).map((row) => dataOf(loop, row))]),
    ),
  });
  return dataOf({ fields, loops }, formValues);
}

/** Returns all problems of the data: a message by path, such as `items.3.price`. */
export function validateForm(
  definition: FormDefinition,
  formValues: FormValues,
): ReadonlyMap<string, string> {
  const result = checkInputData(definition.manifest, toData(definition, formValues));
  const issues = Result.isFailure(result) ? result.failure : [];
  return new Map(issues.map(({ path, message }) => [path, message]));
}

/** Returns the problem of a control value, if it has one. */
export function validateField(
  field: FormField,
  controlValue: ControlValue | undefined,
  separators: Separators,
): string | undefined {
  const value = toDataValue(field, controlValue, separators);
  if (value === undefined) return field.required ? REQUIRED_MESSAGE : undefined;
  const result = checkValue(field.dataType, value);
  return Result.isFailure(result) ? result.failure : undefined;
}

/** The message of the data rules for a missing value. */
export const REQUIRED_MESSAGE = "Is required";

/** Counts the required fields, and how many of them have a valid value. */
export function progressOf(
  { fields, loops, separators }: FormDefinition,
  formValues: FormValues,
): { readonly filledCount: number; readonly all: number } {
  const rowsIn = (
    of: ReadonlyArray<Loop>,
    { loops: rows = {} }: Pick<Row, "loops">,
  ): ReadonlyArray<FilledRow> =>
    of.flatMap((loop) =>
      (rows[loop.key] ?? []).flatMap((row) => [
        { fields: loop.fields, values: row.values },
        ...rowsIn(loop.loops, row),
      ]),
    );
  const rows = rowsIn(loops, formValues);
  const valid = [{ fields, values: formValues.values }, ...rows].flatMap(({ fields, values }) =>
    fields
      .filter(({ required, dataType }) => required && dataType !== "boolean")
      .map((field) => validateField(field, values[field.key], separators) === undefined),
  );
  return { filledCount: valid.filter(Boolean).length, all: valid.length };
}

interface FilledRow {
  readonly fields: ReadonlyArray<FormField>;
  readonly values: ControlValues;
}

/** Inserts a row under an id that is not in use. */
export function insertRow(rows: Rows, row: RowValues, index = rows.length): Rows {
  const id = Math.max(-1, ...rows.map((each) => each.id)) + 1;
  return [...rows.slice(0, index), { ...row, id }, ...rows.slice(index)];
}

/** A row of a loop; its nested loops are left out if it has none. */
export function rowOf(id: number, loop: Loop, { values, loops }: FormValues): Row {
  return loop.loops.length === 0 ? { id, values } : { id, values, loops };
}

/** A row without values. */
export const EMPTY_ROW: RowValues = { values: {} };

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

type NestedValues = { [name: string]: ControlValue | NestedValues };

function nest(
  fields: ReadonlyArray<FormField>,
  values: ControlValues,
  separators: Separators,
): NestedValues {
  const data: NestedValues = {};
  for (const field of fields) {
    const value = toDataValue(field, values[field.key], separators);
    if (value !== undefined) put(data, field.key.split("."), value);
  }
  return data;
}

function put(
  into: NestedValues,
  [name = "", ...rest]: ReadonlyArray<string>,
  value: ControlValue,
): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const below = into[name];
  const inner = typeof below === "object" ? below : {};
  into[name] = inner;
  put(inner, rest, value);
}
