import { bindingOf, boundKey, type ManifestIndex } from "@paraph/core/layouts";

import { withDefaults, fits, uniqueLabel, uniqueName } from "./binding.ts";
import { type Design, type DesignField, mapFields } from "./design.ts";
import { isTableBroken, repairTable } from "./table.ts";

/** The suffix of the designer's copies. */
const COPY = / copy(?: \d+)?$/;

/**
 * Repairs what the designer leaves behind: copies of bound fields become bound, names become unique, bound
 * fields show their placeholders, and tables have the columns of their loop.
 *
 * @returns The same design if nothing was to repair.
 */
export function repairDesign(design: Design, index: ManifestIndex): Design {
  const taken = new Set<string>();
  return mapFields(design, (field) => {
    const named = withUniqueName(field, index, taken);
    taken.add(named.name);
    return withRows(withDefaults(named, index), index);
  });
}

function withUniqueName(
  field: DesignField,
  index: ManifestIndex,
  taken: ReadonlySet<string>,
): DesignField {
  const name = uniqueNameOf(field, index, taken);
  return name === field.name ? field : { ...field, name };
}

function uniqueNameOf(
  { name, type }: DesignField,
  index: ManifestIndex,
  taken: ReadonlySet<string>,
): string {
  const original = name.replace(COPY, "");
  const binding = bindingOf(original, index);
  if (binding.kind === "static") return uniqueLabel(name.trim() === "" ? type : name, taken);
  if (!fits(type, binding))
    return uniqueLabel(`${boundKey(original)} ${type}`.replaceAll(/[#.]/g, " "), taken);
  return taken.has(original) || original !== name ? uniqueName(boundKey(original), taken) : name;
}

function withRows(field: DesignField, index: ManifestIndex): DesignField {
  const binding = bindingOf(field.name, index);
  if (binding.kind !== "loop" || field.type !== "table") return field;
  if (!isTableBroken(field, binding.loop)) return field;
  return withDefaults(repairTable(field, binding.loop), index);
}
