import { bindingOf, boundKey, type ManifestIndex } from "@paraph/core/layouts";

import { withDefaults, fits, uniqueLabel, uniqueName } from "./binding.ts";
import { type Design, type DesignField, mapFields } from "./design.ts";
import { isTableBroken, repairTable } from "./table.ts";

/** The suffix of copies in templates that pdfme's designer has made. */
const COPY = / copy(?: \d+)?$/;

/**
 * Repairs what changes leave behind: copies of bound fields become bound, names become unique, bound
 * fields show their placeholders, and tables have the columns of their loop.
 *
 * @returns The same design if nothing was to repair.
 */
export function repairDesign(design: Design, index: ManifestIndex): Design {
  const usedNames = new Set<string>();
  return mapFields(design, (field) => {
    const uniqueField = withUniqueName(field, index, usedNames);
    usedNames.add(uniqueField.name);
    return withRows(withDefaults(uniqueField, index), index);
  });
}

function withUniqueName(
  field: DesignField,
  index: ManifestIndex,
  usedNames: ReadonlySet<string>,
): DesignField {
  const name = uniqueNameOf(field, index, usedNames);
  return name === field.name ? field : { ...field, name };
}

function uniqueNameOf(
  { name, type }: DesignField,
  index: ManifestIndex,
  usedNames: ReadonlySet<string>,
): string {
  const original = name.replace(COPY, "");
  const binding = bindingOf(original, index);
  if (binding.kind === "static") return uniqueLabel(name.trim() === "" ? type : name, usedNames);
  if (!fits(type, binding))
    return uniqueLabel(`${boundKey(original)} ${type}`.replaceAll(/[#.]/g, " "), usedNames);
  return usedNames.has(original) || original !== name
    ? uniqueName(boundKey(original), usedNames)
    : name;
}

function withRows(field: DesignField, index: ManifestIndex): DesignField {
  const binding = bindingOf(field.name, index);
  if (binding.kind !== "loop" || field.type !== "table") return field;
  if (!isTableBroken(field, binding.loop)) return field;
  return withDefaults(repairTable(field, binding.loop), index);
}
