import { Predicate } from "effect";

import type { Layout } from "../layout.ts";
import { staticLists } from "../page_settings.ts";
import { isSection, MAX_SECTION_LEVELS } from "./section_field.ts";

/** An unchecked field of a layout, and its path. */
export interface PlacedField {
  readonly path: string;
  readonly field: Readonly<Record<PropertyKey, unknown>>;
  /** The names of the sections around it, from the outermost. */
  readonly sections: ReadonlyArray<string>;
}

/**
 * The fields of a layout, those repeated on pages first, sections in front of their fields. Values other
 * than objects are ignored.
 */
export function everyField(layout: Layout): ReadonlyArray<PlacedField> {
  return [
    ...staticLists(layout).flatMap(([path, fields]) => fieldsWithPaths(fields, path, [])),
    ...listOf(layout["schemas"]).flatMap((page, index) =>
      fieldsWithPaths(page, `layout.schemas.${index}`, []),
    ),
  ];
}

function fieldsWithPaths(
  fields: unknown,
  parent: string,
  sections: ReadonlyArray<string>,
): ReadonlyArray<PlacedField> {
  return listOf(fields).flatMap((field, index) => {
    if (!Predicate.isObject(field)) return [];
    const path = `${parent}.${index}`;
    const placed = { path, field, sections };
    if (!isSection(field) || sections.length >= MAX_SECTION_LEVELS) return [placed];
    const inside = [...sections, String(field["name"])];
    return [placed, ...fieldsWithPaths(field["fields"], `${path}.fields`, inside)];
  });
}

function listOf(value: unknown): ReadonlyArray<unknown> {
  return Array.isArray(value) ? value : [];
}
