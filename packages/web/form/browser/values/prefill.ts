import { isRecord } from "../../../ui/browser/is_record.ts";
import type { Separators } from "./decimal_text.ts";
import type { FormField } from "./fields.ts";
import {
  type FormValues,
  type ControlValues,
  toControlValue,
  type FormDefinition,
  type Row,
  rowOf,
} from "./form_values.ts";

/** Returns the initial values from an integrator's data, without values that do not fit. */
export function prefilledValues(
  { fields, loops, separators }: FormDefinition,
  prefill: unknown,
): FormValues {
  return formValuesFrom({ fields, loops }, isRecord(prefill) ? prefill : {}, separators);
}

function formValuesFrom(
  { fields, loops }: Pick<FormDefinition, "fields" | "loops">,
  data: Readonly<Record<string, unknown>>,
  separators: Separators,
): FormValues {
  const rowsOf = (loop: (typeof loops)[number]): ReadonlyArray<Row> => {
    const rows = ownValue(data, loop.key);
    return (Array.isArray(rows) ? rows : [])
      .filter(isRecord)
      .map((row, id) => rowOf(id, loop, formValuesFrom(loop, row, separators)));
  };
  return {
    values: valuesFrom(fields, data, separators),
    loops: Object.fromEntries(loops.map((loop) => [loop.key, rowsOf(loop)])),
  };
}

function valuesFrom(
  fields: ReadonlyArray<FormField>,
  data: Readonly<Record<string, unknown>>,
  separators: Separators,
): ControlValues {
  const entries = fields.flatMap((field) => {
    const controlValue = toControlValue(field, lookUp(data, field.key), separators);
    return controlValue === undefined ? [] : [[field.key, controlValue] as const];
  });
  return Object.fromEntries(entries);
}

/** Looks values up as the server does: nested first, then by the dotted key. */
function lookUp(data: Readonly<Record<string, unknown>>, key: string): unknown {
  const nestedValue = key
    .split(".")
    .reduce<unknown>((value, name) => (isRecord(value) ? ownValue(value, name) : undefined), data);
  return nestedValue === undefined ? ownValue(data, key) : nestedValue;
}

function ownValue(data: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(data, name) ? data[name] : undefined;
}
