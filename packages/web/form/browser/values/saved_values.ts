import { isRecord } from "../../../ui/browser/is_record.ts";
import type { FormField } from "./fields.ts";
import type {
  ControlValue,
  FormValues,
  ControlValues,
  FormDefinition,
  Row,
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
  const loops = Object.entries(formValues.loops).map(
    ([key, rows]) =>
      [key, rows.map(({ id, values }) => ({ id, values: omitLong(values) }))] as const,
  );
  return JSON.stringify({
    answers: { values: omitLong(formValues.values), loops: Object.fromEntries(loops) },
    submission,
  });
}

/** Reads saved values that fit the form; `undefined` when the text is invalid. */
export function parseSavedValues(
  { fields, loops }: FormDefinition,
  text: string,
): SavedValues | undefined {
  const json = parseJson(text);
  if (!isRecord(json) || !isRecord(json["answers"])) return undefined;
  const { answers, submission } = json;
  const { values, loops: rows } = answers;
  if (!isRecord(values) || !isRecord(rows) || typeof submission !== "string") return undefined;
  const entries = loops.map(({ key, fields }) => [key, toRows(fields, rows[key])] as const);
  return {
    formValues: { values: pickFitting(fields, values), loops: Object.fromEntries(entries) },
    submission,
  };
}

function toRows(fields: ReadonlyArray<FormField>, savedRows: unknown): ReadonlyArray<Row> {
  const rows: ReadonlyArray<unknown> = Array.isArray(savedRows) ? savedRows : [];
  return rows
    .filter(isRecord)
    .map(({ values }, id) => ({ id, values: pickFitting(fields, isRecord(values) ? values : {}) }));
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
  const isShort = ([, controlValue]: readonly [string, ControlValue]) =>
    typeof controlValue === "boolean" || controlValue.length <= MAX_SAVED_LENGTH;
  return Object.fromEntries(Object.entries(values).filter(isShort));
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
