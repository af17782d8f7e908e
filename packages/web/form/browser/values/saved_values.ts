import { isRecord } from "../../../ui/browser/is_record.ts";
import type { FormField, Loop } from "./fields.ts";
import {
  type ControlValue,
  type FormValues,
  type ControlValues,
  type FormDefinition,
  type Row,
  rowOf,
  type RowValues,
} from "./form_values.ts";

/** Longer values, mostly images, are not saved: the tab's storage is small. */
const MAX_SAVED_LENGTH = 1_000_000;

/** The state of a form in the tab's storage. */
export interface SavedValues {
  readonly formValues: FormValues;
  /** The idempotency key of the submission. */
  readonly submission: string;
}

/** Serializes values, without those that are too long. */
export function serializeValues({ formValues, submission }: SavedValues): string {
  return JSON.stringify({ answers: withoutLong(formValues), submission });
}

function withoutLong({ values, loops }: RowValues): RowValues {
  if (loops === undefined) return { values: omitLong(values) };
  const rows = Object.entries(loops).map(
    ([key, each]) => [key, each.map(({ id, ...row }) => ({ id, ...withoutLong(row) }))] as const,
  );
  return { values: omitLong(values), loops: Object.fromEntries(rows) };
}

/** Whether values are too long to be saved. */
export function omitsValues({ values, loops = {} }: RowValues): boolean {
  return (
    Object.values(values).some(isLong) ||
    Object.values(loops).some((rows) => rows.some((row) => omitsValues(row)))
  );
}

/** Reads saved values that fit the form; `undefined` when the text is invalid. */
export function parseSavedValues(
  definition: FormDefinition,
  text: string,
): SavedValues | undefined {
  const json = parseJson(text);
  if (!isRecord(json) || !isRecord(json["answers"])) return undefined;
  const { answers, submission } = json;
  const { values, loops } = answers;
  if (!isRecord(values) || !isRecord(loops) || typeof submission !== "string") return undefined;
  return { formValues: toFormValues(definition, { values, loops }), submission };
}

interface SavedRow {
  readonly values?: unknown;
  readonly loops?: unknown;
}

function toFormValues(
  { fields, loops }: Pick<FormDefinition, "fields" | "loops">,
  saved: SavedRow,
): FormValues {
  const savedLoops = isRecord(saved.loops) ? saved.loops : {};
  const entries = loops.map((loop) => [loop.key, toRows(loop, savedLoops[loop.key])] as const);
  return {
    values: pickFitting(fields, isRecord(saved.values) ? saved.values : {}),
    loops: Object.fromEntries(entries),
  };
}

function toRows(loop: Loop, savedRows: unknown): ReadonlyArray<Row> {
  const rows: ReadonlyArray<unknown> = Array.isArray(savedRows) ? savedRows : [];
  return rows.filter(isRecord).map((row, id) => rowOf(id, loop, toFormValues(loop, row)));
}

function pickFitting(
  fields: ReadonlyArray<FormField>,
  values: Readonly<Record<string, unknown>>,
): ControlValues {
  const entries = fields.flatMap(({ key, dataType }) => {
    const controlValue = values[key];
    return isControlValue(controlValue) &&
      (typeof controlValue === "boolean") === (dataType === "boolean")
      ? [[key, controlValue] as const]
      : [];
  });
  return Object.fromEntries(entries);
}

function omitLong(values: ControlValues): ControlValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isLong(value)));
}

function isLong(controlValue: ControlValue): boolean {
  return typeof controlValue === "string" && controlValue.length > MAX_SAVED_LENGTH;
}

function isControlValue(value: unknown): value is ControlValue {
  return typeof value === "string" || typeof value === "boolean";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
