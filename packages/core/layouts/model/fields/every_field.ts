import { Predicate } from "effect";

import type { Layout } from "../layout.ts";

/** An unchecked field of a layout, and its path. */
export interface PlacedField {
  readonly path: string;
  readonly field: Readonly<Record<PropertyKey, unknown>>;
}

/** The fields of a layout, those repeated on every page first. Values other than objects are ignored. */
export function everyField(layout: Layout): ReadonlyArray<PlacedField> {
  const base = layout["basePdf"];
  const staticFields = Predicate.isObject(base) ? base["staticSchema"] : [];
  return [
    ...fieldsWithPaths(staticFields, "layout.basePdf.staticSchema"),
    ...listOf(layout["schemas"]).flatMap((page, index) =>
      fieldsWithPaths(page, `layout.schemas.${index}`),
    ),
  ];
}

function fieldsWithPaths(fields: unknown, path: string): ReadonlyArray<PlacedField> {
  return listOf(fields).flatMap((field, index) =>
    Predicate.isObject(field) ? [{ path: `${path}.${index}`, field }] : [],
  );
}

function listOf(value: unknown): ReadonlyArray<unknown> {
  return Array.isArray(value) ? value : [];
}
