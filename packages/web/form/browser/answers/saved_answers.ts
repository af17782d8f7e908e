import { isRecord } from "../../../ui/browser/is_record.ts";
import type { Answer, Answers, AnswersByKey, FormDefinition, Row } from "./answers.ts";
import type { FormField } from "./fields.ts";

/** Longer values, mostly images, are not saved: the tab's storage is small. */
const MAX_SAVED_LENGTH = 1_000_000;

/** The state of a form in the tab's storage. */
export interface SavedAnswers {
  readonly answers: Answers;
  /** The idempotency key of the submission. */
  readonly submission: string;
}

/** Serializes values, without those that are too long. */
export function serializeAnswers({ answers, submission }: SavedAnswers): string {
  const loops = Object.entries(answers.loops).map(
    ([key, rows]) =>
      [key, rows.map(({ id, values }) => ({ id, values: omitLong(values) }))] as const,
  );
  return JSON.stringify({
    answers: { values: omitLong(answers.values), loops: Object.fromEntries(loops) },
    submission,
  });
}

/** Reads saved values that fit the form; `undefined` when the text is invalid. */
export function parseSavedAnswers(
  { fields, loops }: FormDefinition,
  text: string,
): SavedAnswers | undefined {
  const saved = parseJson(text);
  if (!isRecord(saved) || !isRecord(saved["answers"])) return undefined;
  const { answers, submission } = saved;
  const { values, loops: rows } = answers;
  if (!isRecord(values) || !isRecord(rows) || typeof submission !== "string") return undefined;
  const entries = loops.map(({ key, fields }) => [key, toRows(fields, rows[key])] as const);
  return {
    answers: { values: pickFitting(fields, values), loops: Object.fromEntries(entries) },
    submission,
  };
}

function toRows(fields: ReadonlyArray<FormField>, saved: unknown): ReadonlyArray<Row> {
  const rows: ReadonlyArray<unknown> = Array.isArray(saved) ? saved : [];
  return rows
    .filter(isRecord)
    .map(({ values }, id) => ({ id, values: pickFitting(fields, isRecord(values) ? values : {}) }));
}

function pickFitting(
  fields: ReadonlyArray<FormField>,
  values: Readonly<Record<string, unknown>>,
): AnswersByKey {
  const entries = fields.flatMap(({ key, dataType }) => {
    const answer = values[key];
    return isAnswer(answer) && (typeof answer === "boolean") === (dataType === "boolean")
      ? [[key, answer] as const]
      : [];
  });
  return Object.fromEntries(entries);
}

function omitLong(values: AnswersByKey): AnswersByKey {
  const isShort = ([, answer]: readonly [string, Answer]) =>
    typeof answer === "boolean" || answer.length <= MAX_SAVED_LENGTH;
  return Object.fromEntries(Object.entries(values).filter(isShort));
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "string" || typeof value === "boolean";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
