import { checkInputData, checkValue, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";

import { decimalFrom, localText, type Separators, shifted } from "./decimal_text.ts";
import type { FormField, Loop } from "./fields.ts";

/** What a control says: text, or whether it is ticked. Points in time are ISO 8601, images addresses. */
export type Answer = string | boolean;

/** What somebody has put in, by key. */
export type AnswersByKey = Readonly<Record<string, Answer>>;

/** One row of a loop; its id stays when it moves. */
export interface Row {
  readonly id: number;
  readonly values: AnswersByKey;
}

/** Everything that somebody has put in. */
export interface Answers {
  readonly values: AnswersByKey;
  readonly loops: Readonly<Record<string, ReadonlyArray<Row>>>;
}

/** The form that answers are of. */
export interface Asked {
  readonly manifest: Manifest;
  readonly fields: ReadonlyArray<FormField>;
  readonly loops: ReadonlyArray<Loop>;
  readonly separators: Separators;
}

/** What a template takes of an answer; nothing of one that says nothing. */
export function valueOf(
  { dataType, isPercent }: FormField,
  answer: Answer | undefined,
  separators: Separators,
): Answer | undefined {
  if (dataType === "boolean") return answer === true;
  if (typeof answer !== "string" || answer.trim() === "") return undefined;
  if (dataType === "text" || dataType === "longtext") return answer;
  if (dataType !== "number" && dataType !== "currency") return answer.trim();
  const decimal = decimalFrom(answer, separators);
  // What is no number is told to be none by the rules for all data.
  if (decimal === undefined) return answer;
  return isPercent ? shifted(decimal, -2) : decimal;
}

/** What a control says of a value of the data; nothing when it does not fit. */
export function answerOf(
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
  return localText(shifted(checked, isPercent ? 2 : 0), separators);
}

/** The data that a render takes, nested as its keys say. */
export function dataFrom(
  { fields, loops, separators }: Asked,
  answers: Answers,
): Readonly<Record<string, unknown>> {
  const rowsOf = (loop: Loop) =>
    (answers.loops[loop.key] ?? []).map(({ values }) => nested(loop.fields, values, separators));
  return {
    ...nested(fields, answers.values, separators),
    ...Object.fromEntries(loops.map((loop) => [loop.key, rowsOf(loop)])),
  };
}

/** Everything that the data would be refused for: a message by path, such as `items.3.price`. */
export function problemsOf(asked: Asked, answers: Answers): ReadonlyMap<string, string> {
  const checked = checkInputData(asked.manifest, dataFrom(asked, answers));
  const issues = Result.isFailure(checked) ? checked.failure : [];
  return new Map(issues.map(({ path, message }) => [path, message]));
}

/** What one answer would be refused for. */
export function problemOf(
  field: FormField,
  answer: Answer | undefined,
  separators: Separators,
): string | undefined {
  const value = valueOf(field, answer, separators);
  if (value === undefined) return field.required ? REQUIRED : undefined;
  const checked = checkValue(field.dataType, value);
  return Result.isFailure(checked) ? checked.failure : undefined;
}

/** What the rules for data say of a value that is missing. */
export const REQUIRED = "Is required";

/** How many required fields there are, and how many of them are answered. */
export function progressOf(
  { fields, loops, separators }: Asked,
  answers: Answers,
): { readonly done: number; readonly all: number } {
  const rows = loops.flatMap((loop) =>
    (answers.loops[loop.key] ?? []).map(({ values }) => ({ fields: loop.fields, values })),
  );
  const asked = [{ fields, values: answers.values }, ...rows].flatMap(({ fields, values }) =>
    fields
      .filter(({ required, dataType }) => required && dataType !== "boolean")
      .map((field) => problemOf(field, values[field.key], separators) === undefined),
  );
  return { done: asked.filter(Boolean).length, all: asked.length };
}

type Nested = { [name: string]: Answer | Nested };

function nested(
  fields: ReadonlyArray<FormField>,
  values: AnswersByKey,
  separators: Separators,
): Nested {
  const data: Nested = {};
  for (const field of fields) {
    const value = valueOf(field, values[field.key], separators);
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
