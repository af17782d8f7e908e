import { boundKey, type Binding, bindingOf, type ManifestIndex } from "@paraph/core/layouts";
import type { DataType, LoopDefinition } from "@paraph/core/manifests";

import { SAMPLE_CODES, SAMPLE_PICTURE } from "../canvas/samples.ts";
import type { DesignField } from "./design.ts";

const PICTURES = new Set(["image", "signature"]);
const MARKS = new Set(["checkbox", "radioGroup", "circleMark"]);
const MARKING = new Set<DataType>(["boolean", "text", "number"]);
const ROWS = new Set(["table", "list"]);
const NEVER = new Set(["line", "rectangle", "ellipse", "svg", "multiVariableText"]);

/** Whether a field of a type prints values of a data type. */
export function canShow(type: string, dataType: DataType): boolean {
  if (NEVER.has(type) || ROWS.has(type)) return false;
  if (PICTURES.has(type) || dataType === "image") return PICTURES.has(type) && dataType === "image";
  return !MARKS.has(type) || MARKING.has(dataType);
}

/** Whether what a name stands for can fill a field of a type. */
export function fits(type: string, binding: Binding): boolean {
  if (binding.kind === "static") return true;
  return binding.kind === "loop" ? ROWS.has(type) : canShow(type, binding.variable.dataType);
}

/** A name for a field that a key fills: the key itself, or `key#2` and so on when it is taken. */
export function freeName(key: string, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${key}#${number}`)) return `${key}#${number}`;
  }
}

/** A name for a field that nothing fills: as given, or with a number behind it. */
export function freeLabel(label: string, taken: ReadonlySet<string>): string {
  if (!taken.has(label)) return label;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${label} ${number}`)) return `${label} ${number}`;
  }
}

/** A field filled by a key from now on. */
export function bound(
  field: DesignField,
  key: string,
  { index, taken }: { readonly index: ManifestIndex; readonly taken: ReadonlySet<string> },
): DesignField {
  const name = boundKey(field.name) === key ? field.name : freeName(key, taken);
  return dressed({ ...field, name }, index);
}

/** A field that shows what stands in it. */
export function unbound(
  field: DesignField,
  label: string,
  taken: ReadonlySet<string>,
): DesignField {
  const name = freeLabel(label.replaceAll(/[#.]/g, " "), taken);
  const plain: DesignField = { ...field, name, readOnly: true };
  if (field.type !== "table") return plain;
  const { columns: _columns, totals: _totals, ...table } = plain;
  return table;
}

/**
 * A field as the designer shows it: what the data fills shows what it is called, and is outlined; what
 * nothing fills shows itself.
 */
export function dressed(field: DesignField, index: ManifestIndex): DesignField {
  const binding = bindingOf(field.name, index);
  const { required: _required, ...rest } = field;
  if (binding.kind === "static") {
    return field.readOnly === true && !("required" in field) ? field : { ...rest, readOnly: true };
  }
  const content = shownContent(field, binding);
  const isDressed = field.readOnly !== true && field.content === content && !("required" in field);
  return isDressed ? field : { ...rest, readOnly: false, content };
}

function shownContent(field: DesignField, binding: Exclude<Binding, { kind: "static" }>): string {
  const { type } = field;
  if (binding.kind === "loop") return rowsOf(field, binding.loop);
  if (PICTURES.has(type)) return SAMPLE_PICTURE;
  if (MARKS.has(type)) return "true";
  return SAMPLE_CODES[type] ?? binding.variable.label;
}

/** A row that says what stands in each column: what stands below keeps the distance that it has to one. */
function rowsOf(field: DesignField, loop: LoopDefinition): string {
  const labelOf = (key: string) => loop.itemFields.find((item) => item.key === key)?.label ?? key;
  const row = columnsOf(field, loop).map(labelOf);
  return JSON.stringify(field.type === "list" ? row : [row]);
}

/** The item fields that a table shows, in its order. */
export function columnsOf(field: DesignField, loop: LoopDefinition): ReadonlyArray<string> {
  const { columns } = field;
  return Array.isArray(columns)
    ? columns.filter((column) => typeof column === "string")
    : loop.itemFields.map(({ key }) => key);
}
