import { Predicate } from "effect";

import type { Layout } from "./layout.ts";

/** An unchecked field of a layout, and its path. */
export interface PlacedField {
  readonly path: string;
  readonly field: Readonly<Record<PropertyKey, unknown>>;
}

/** The fields of a layout, those repeated on every page first. Values other than objects are ignored. */
export function everyField(layout: Layout): ReadonlyArray<PlacedField> {
  const base = layout["basePdf"];
  const repeated = Predicate.isObject(base) ? base["staticSchema"] : [];
  return [
    ...fieldsWithPaths(repeated, "layout.basePdf.staticSchema"),
    ...listOf(layout["schemas"]).flatMap((page, at) =>
      fieldsWithPaths(page, `layout.schemas.${at}`),
    ),
  ];
}

function fieldsWithPaths(fields: unknown, path: string): ReadonlyArray<PlacedField> {
  return listOf(fields).flatMap((field, at) =>
    Predicate.isObject(field) ? [{ path: `${path}.${at}`, field }] : [],
  );
}

function listOf(value: unknown): ReadonlyArray<unknown> {
  return Array.isArray(value) ? value : [];
}
