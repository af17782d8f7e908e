import type { ManifestIndex } from "@paraph/core/layouts";

import { withDefaults } from "../design/binding.ts";
import { type Design, type DesignField, fingerprint } from "../design/design.ts";
import { repairDesign } from "../design/repair_design.ts";
import { parseField, withoutDefaults } from "../design/saved_layout.ts";
import { rawFieldsOf } from "./section_path.ts";

/**
 * The contents of a section as a design: one page of its size.
 *
 * @param index The keys in the section.
 */
export function contentsOf(section: DesignField, index: ManifestIndex): Design {
  const fields = rawFieldsOf(section).flatMap(parseField);
  return repairDesign(
    {
      basePdf: { width: section.width, height: section.height, padding: [0, 0, 0, 0] },
      schemas: [fields.map((field) => withDefaults(field, index))],
    },
    index,
  );
}

/**
 * A section with changed contents. Fields that have not changed stay as they are in the layout, also those that
 * the builder cannot show. The section grows with its fields, unless it is a cell of a grid.
 *
 * @param index The keys in the section.
 */
export function withContents(
  section: DesignField,
  contents: Design,
  index: ManifestIndex,
): DesignField {
  const raw = rawFieldsOf(section);
  const shownFields = contentsOf(section, index).schemas[0] ?? [];
  const originals = raw.filter((field) => parseField(field).length > 0);
  const byLook = new Map(
    shownFields.map((field, position) => [fingerprint(field), originals[position]]),
  );
  const fields = contents.schemas.flat();
  const bottom = Math.max(0, ...fields.map(({ position, ...field }) => position.y + field.height));
  const isCell = typeof section["grid"] === "object" && section["grid"] !== null;
  return {
    ...section,
    ...(isCell || bottom <= section.height ? {} : { height: Math.ceil(bottom * 100) / 100 }),
    fields: [
      ...fields.map((field) => byLook.get(fingerprint(field)) ?? withoutDefaults(field, index)),
      ...raw.filter((field) => parseField(field).length === 0),
    ],
  };
}
