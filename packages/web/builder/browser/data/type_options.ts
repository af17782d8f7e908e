import { DataType } from "@paraph/core/manifests";

import { TEXTS } from "../texts.ts";

/** The kinds of values, as they are offered. */
export const TYPE_OPTIONS = DataType.literals.map((type) => [type, TEXTS.types[type]] as const);

/** The kind that an option stands for. */
export function typeOf(value: string): DataType {
  return DataType.literals.find((type) => type === value) ?? "text";
}

/** How values of a kind may print; nothing when they print as they are. */
export function formatsOf(
  dataType: DataType,
): ReadonlyArray<readonly [format: string, label: string]> | undefined {
  if (dataType === "datetime" || dataType === "date") return TEXTS.formats.date;
  if (dataType === "currency") return TEXTS.formats.currency;
  return dataType === "number" ? TEXTS.formats.number : undefined;
}
