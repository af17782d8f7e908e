import { Predicate, Result } from "effect";

import type { DataType } from "./data_type.ts";
import { parseFormat } from "./format/format.ts";
import { checkInputData } from "./input_data.ts";
import { checkValue } from "./input_value.ts";
import type { ItemField, LoopDefinition, Manifest, VariableDefinition } from "./manifest.ts";

/** The number of rows of a loop in sample data. */
const ROWS = 2;

/** A grey square of 16 by 16 pixels. */
const IMAGE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mM4gQYYRrYAAEdGyAEmphyqAAAAAElFTkSuQmCC";

/**
 * Sample data for previews: the valid preview data of a manifest, and generated values for the rest.
 *
 * @example Every variable has a value
 * ```ts
 * import { sampleData } from "@paraph/core/manifests";
 * import assert from "node:assert/strict";
 *
 * const total = { key: "invoice.total", label: "Total", dataType: "currency", required: true } as const;
 * assert.deepEqual(sampleData({ variables: [total], loops: [] }), { "invoice.total": "1234.56" });
 * ```
 */
export function sampleData({ variables, loops }: Manifest): Readonly<Record<string, unknown>> {
  return Object.fromEntries([
    ...variables.map((variable) => [variable.key, variableSample(variable)]),
    ...loops.map((loop) => [loop.key, loopSample(loop)]),
  ]);
}

function variableSample(variable: VariableDefinition): unknown {
  const { previewData = null, dataType } = variable;
  const isShown = previewData !== null && Result.isSuccess(checkValue(dataType, previewData));
  return isShown ? previewData : sampleOf(variable);
}

function loopSample(loop: LoopDefinition): unknown {
  const { previewData = null, key, itemFields, loops = [] } = loop;
  if (Array.isArray(previewData) && previewData.length > 0) {
    const loopManifest = { variables: [], loops: [loop] };
    if (Result.isSuccess(checkInputData(loopManifest, { [key]: previewData }))) return previewData;
  }
  return Array.from({ length: ROWS }, (_, index) =>
    Object.fromEntries([
      ...itemFields.map((field) => [field.key, sampleOf(field, index + 1)]),
      ...loops.map((nested) => [nested.key, loopSample(nested)]),
    ]),
  );
}

/** A sample of a type. Texts, numbers and amounts differ between rows. */
function sampleOf({ label, dataType, format }: ItemField, row?: number): unknown {
  const count = row ?? 1;
  switch (dataType) {
    case "text":
      return row === undefined ? label : `${label} ${row}`;
    case "longtext":
      return `${label}: a few words that stand for what will be written here, long enough for lines to break.`;
    case "number":
      return isPercentage(format) ? "0.25" : String(12 * count);
    case "currency":
      return `${count}234.56`;
    case "boolean":
      return true;
    default:
      return FIXED_SAMPLES[dataType];
  }
}

const FIXED_SAMPLES: Readonly<
  Record<Exclude<DataType, "text" | "longtext" | "number" | "currency" | "boolean">, string>
> = {
  date: "2026-01-31",
  datetime: "2026-01-31T14:30:00Z",
  image: IMAGE,
  url: "https://example.com/page",
  email: "ada@example.com",
};

function isPercentage(format: string | undefined): boolean {
  const parsedFormat =
    format === undefined ? undefined : Result.getOrUndefined(parseFormat(format));
  return Predicate.isNotUndefined(parsedFormat) && parsedFormat.kind === "percent";
}
