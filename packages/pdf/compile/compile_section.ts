import { bindingOf, type SectionField } from "@paraph/core/layouts";

import { conditionsOf } from "./compile_field.ts";
import type { CompiledItem, CompiledSection } from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";

/**
 * Compiles a section.
 *
 * @param left The left edge of the box that its position is relative to: 0, or that of the section around it.
 * @param compileItem Compiles a field or a section inside.
 */
export function compileSection(
  section: SectionField,
  { path, left, keys }: SectionPlace,
  compileItem: (field: unknown, place: SectionPlace) => CompiledItem,
): CompiledSection {
  const { fields, ...settings } = section;
  const binding = bindingOf(section.name, keys.index);
  const inside = keys.inSection(section.name);
  const x = left + section.position.x;
  const conditions = conditionsOf(section, inside);
  return {
    path,
    section: { ...settings, position: { ...section.position, x } },
    ...(binding.kind === "loop" ? { loop: binding.loop.key } : {}),
    ...(conditions === undefined ? {} : { conditions }),
    items: fields.map((field, index) =>
      compileItem(field, { path: `${path}.fields.${index}`, left: x, keys: inside }),
    ),
  };
}

/** The path of a field, its section's left edge on the page, and the keys that it can use. */
export interface SectionPlace {
  readonly path: string;
  readonly left: number;
  readonly keys: KnownKeys;
}
