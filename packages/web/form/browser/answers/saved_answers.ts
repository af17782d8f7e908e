import type { Answer, Answers, AnswersByKey, Asked, Row } from "./answers.ts";
import type { FormField } from "./fields.ts";

/** Longer answers, images mostly, are not kept: what browsers keep is little. */
const LONGEST_KEPT = 1_000_000;

/** What is kept of a form until its tab is closed. */
export interface Kept {
  readonly answers: Answers;
  /** The key that the answers are handed in with. */
  readonly submission: string;
}

/** As text, without what is too long for it. */
export function keptText({ answers, submission }: Kept): string {
  const loops = Object.entries(answers.loops).map(
    ([key, rows]) =>
      [key, rows.map(({ id, values }) => ({ id, values: shortOnes(values) }))] as const,
  );
  return JSON.stringify({
    answers: { values: shortOnes(answers.values), loops: Object.fromEntries(loops) },
    submission,
  });
}

/** What was kept, as far as it still fits the form; nothing when it makes no sense. */
export function keptFrom({ fields, loops }: Asked, text: string): Kept | undefined {
  const kept = parsed(text);
  if (!isRecord(kept) || !isRecord(kept["answers"])) return undefined;
  const { answers, submission } = kept;
  const { values, loops: rows } = answers;
  if (!isRecord(values) || !isRecord(rows) || typeof submission !== "string") return undefined;
  const entries = loops.map(({ key, fields }) => [key, rowsFrom(fields, rows[key])] as const);
  return {
    answers: { values: fitting(fields, values), loops: Object.fromEntries(entries) },
    submission,
  };
}

function rowsFrom(fields: ReadonlyArray<FormField>, kept: unknown): ReadonlyArray<Row> {
  const rows: ReadonlyArray<unknown> = Array.isArray(kept) ? kept : [];
  return rows
    .filter(isRecord)
    .map(({ values }, id) => ({ id, values: fitting(fields, isRecord(values) ? values : {}) }));
}

function fitting(
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

function shortOnes(values: AnswersByKey): AnswersByKey {
  const isShort = ([, answer]: readonly [string, Answer]) =>
    typeof answer === "boolean" || answer.length <= LONGEST_KEPT;
  return Object.fromEntries(Object.entries(values).filter(isShort));
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "string" || typeof value === "boolean";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
