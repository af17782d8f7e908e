import { bindingOf, boundKey, type ManifestIndex } from "@paraph/core/layouts";

import { dressed, fits, freeLabel, freeName } from "./binding.ts";
import { type Design, type DesignField, mapFields } from "./design.ts";
import { isTorn, mended } from "./table.ts";

/** What the designer adds to the name of what it copies. */
const COPY = / copy(?: \d+)?$/;

/**
 * Puts right what the designer leaves behind: copies of what a key fills are filled by it too, no two
 * fields share a name, what is filled shows what it is called, tables have the columns of their loop.
 *
 * @returns The design itself when all is well.
 */
export function settled(design: Design, index: ManifestIndex): Design {
  const taken = new Set<string>();
  return mapFields(design, (field) => {
    const named = withFreeName(field, index, taken);
    taken.add(named.name);
    return withRows(dressed(named, index), index);
  });
}

function withFreeName(
  field: DesignField,
  index: ManifestIndex,
  taken: ReadonlySet<string>,
): DesignField {
  const name = freeNameOf(field, index, taken);
  return name === field.name ? field : { ...field, name };
}

function freeNameOf(
  { name, type }: DesignField,
  index: ManifestIndex,
  taken: ReadonlySet<string>,
): string {
  const original = name.replace(COPY, "");
  const binding = bindingOf(original, index);
  if (binding.kind === "static") return freeLabel(name.trim() === "" ? type : name, taken);
  if (!fits(type, binding))
    return freeLabel(`${boundKey(original)} ${type}`.replaceAll(/[#.]/g, " "), taken);
  return taken.has(original) || original !== name ? freeName(boundKey(original), taken) : name;
}

function withRows(field: DesignField, index: ManifestIndex): DesignField {
  const binding = bindingOf(field.name, index);
  if (binding.kind !== "loop" || field.type !== "table") return field;
  if (!isTorn(field, binding.loop)) return field;
  return dressed(mended(field, binding.loop), index);
}
