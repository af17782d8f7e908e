import { boundKey, type Binding, bindingOf, type ManifestIndex } from "@paraph/core/layouts";
import type { DataType, LoopDefinition } from "@paraph/core/manifests";

import { SAMPLE_CODES, SAMPLE_PICTURE } from "../canvas/samples.ts";
import { TEXTS } from "../texts.ts";
import type { DesignField } from "./design.ts";
import { roleOfField, SIGNING_SETTINGS } from "./field_settings.ts";

const IMAGE_TYPES = new Set(["image", "signature"]);
const MARK_TYPES = new Set(["checkbox", "radioGroup", "circleMark"]);
const MARK_DATA_TYPES = new Set<DataType>(["boolean", "text", "number"]);
const ROW_TYPES = new Set(["table", "list", "section"]);
const STATIC_TYPES = new Set([
  "line",
  "rectangle",
  "ellipse",
  "svg",
  "multiVariableText",
  "initials",
  "signingDate",
  "signingText",
  "signingCheckbox",
  "signingChoice",
]);

/** Whether a field of a type prints values of a data type. */
export function canShow(type: string, dataType: DataType): boolean {
  if (STATIC_TYPES.has(type) || ROW_TYPES.has(type)) return false;
  if (IMAGE_TYPES.has(type) || dataType === "image")
    return IMAGE_TYPES.has(type) && dataType === "image";
  return !MARK_TYPES.has(type) || MARK_DATA_TYPES.has(dataType);
}

/** Whether a binding can fill a field of a type. */
export function fits(type: string, binding: Binding): boolean {
  if (binding.kind === "static") return true;
  return binding.kind === "loop" ? ROW_TYPES.has(type) : canShow(type, binding.variable.dataType);
}

/** Returns a free name for a field bound to a key: the key, or `key#2` and so on. */
export function uniqueName(key: string, usedNames: ReadonlySet<string>): string {
  if (!usedNames.has(key)) return key;
  for (let number = 2; ; number += 1) {
    if (!usedNames.has(`${key}#${number}`)) return `${key}#${number}`;
  }
}

/** Returns a free name for a static field: the label, or the label with a number. */
export function uniqueLabel(label: string, usedNames: ReadonlySet<string>): string {
  if (!usedNames.has(label)) return label;
  for (let number = 2; ; number += 1) {
    if (!usedNames.has(`${label} ${number}`)) return `${label} ${number}`;
  }
}

/** Binds a field to a key. */
export function bindField(
  field: DesignField,
  key: string,
  { index, usedNames }: { readonly index: ManifestIndex; readonly usedNames: ReadonlySet<string> },
): DesignField {
  const name = boundKey(field.name) === key ? field.name : uniqueName(key, usedNames);
  return withDefaults({ ...field, name }, index);
}

/** Makes a field static. */
export function unbindField(
  field: DesignField,
  label: string,
  usedNames: ReadonlySet<string>,
): DesignField {
  const name = uniqueLabel(label.replaceAll(/[#.]/g, " "), usedNames);
  const plain: DesignField = { ...field, name, readOnly: true };
  if (field.type !== "table") return plain;
  const { columns: _columns, totals: _totals, ...table } = plain;
  return table;
}

/**
 * Returns a field as the pages show it: a bound field shows a placeholder and is editable, which gives it
 * an outline; a static field shows its content.
 */
export function withDefaults(field: DesignField, index: ManifestIndex): DesignField {
  if (roleOfField(field) !== undefined) {
    const own = withOwnSettings(field);
    const isComplete = own.readOnly === true && typeof own.required === "boolean";
    return isComplete ? own : { ...own, readOnly: true, required: own.required ?? true };
  }
  const binding = bindingOf(field.name, index);
  const { required: _required, ...rest } = field;
  if (binding.kind === "static") {
    return field.readOnly === true && !("required" in field) ? field : { ...rest, readOnly: true };
  }
  if (field.type === "section")
    return field.readOnly === true || "required" in field ? { ...rest, readOnly: false } : field;
  const content = placeholderContent(field, binding);
  const isUnchanged =
    field.readOnly !== true && field.content === content && !("required" in field);
  return isUnchanged ? field : { ...rest, readOnly: false, content };
}

/** Returns a signing field without the settings of the type that it had before, and a choice with options. */
function withOwnSettings(field: DesignField): DesignField {
  const { type, content } = field;
  const foreign = SIGNING_SETTINGS.filter(([name, owner]) => owner !== type && name in field);
  const needsOptions = type === "signingChoice" && !("options" in field);
  const hasContent = type !== "signingText" && content !== undefined && content !== "";
  if (foreign.length === 0 && !needsOptions && !hasContent) return field;
  const names = new Set(foreign.map(([name]) => name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without optional settings
  const own = Object.fromEntries(
    Object.entries(field).filter(([name]) => !names.has(name)),
  ) as DesignField;
  return {
    ...own,
    ...(needsOptions ? { options: FIRST_OPTIONS } : {}),
    ...(hasContent ? { content: "" } : {}),
  };
}

/** The options of a new choice. */
export const FIRST_OPTIONS = [TEXTS.selection.firstOption, TEXTS.selection.secondOption];

function placeholderContent(
  field: DesignField,
  binding: Exclude<Binding, { kind: "static" }>,
): string {
  const { type } = field;
  if (binding.kind === "loop") return rowsOf(field, binding.loop);
  if (IMAGE_TYPES.has(type)) return SAMPLE_PICTURE;
  if (MARK_TYPES.has(type)) return "true";
  return SAMPLE_CODES[type] ?? binding.variable.label;
}

/** One row with the labels of the columns, so that fields below keep their distance. */
function rowsOf(field: DesignField, loop: LoopDefinition): string {
  const labelOf = (key: string) => loop.itemFields.find((item) => item.key === key)?.label ?? key;
  const row = columnsOf(field, loop).map(labelOf);
  return JSON.stringify(field.type === "list" ? row : [row]);
}

/** Returns the keys of a table's columns, in order. */
export function columnsOf(field: DesignField, loop: LoopDefinition): ReadonlyArray<string> {
  const { columns } = field;
  return Array.isArray(columns)
    ? columns.filter((column) => typeof column === "string")
    : loop.itemFields.map(({ key }) => key);
}
