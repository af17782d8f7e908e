import { Predicate } from "effect";

import type { FontFace } from "../../fonts/mod.ts";
import { nearestName } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import { everyField } from "../model/fields/every_field.ts";
import { tableParts } from "../model/fields/table_parts.ts";
import type { Layout } from "../model/layout.ts";
import { TEXT_TYPES } from "./texts/fixed_texts.ts";

/** A font that a field names, and the path of the name. */
export interface NamedFont {
  readonly path: string;
  readonly name: string;
}

/** The styles inside a field that can name fonts. */
const STYLES = ["headStyles", "bodyStyles"] as const;

/**
 * The fonts that a layout names, in the order of its fields.
 *
 * @example The font of a text
 * ```ts
 * import { namedFonts } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const title = { name: "title", type: "text", fontName: "Brand-Bold" };
 * assert.deepEqual(namedFonts({ schemas: [[title]] }), [
 *   { path: "layout.schemas.0.0.fontName", name: "Brand-Bold" },
 * ]);
 * ```
 */
export function namedFonts(layout: Layout): ReadonlyArray<NamedFont> {
  return everyField(layout).flatMap(({ path, field }) => {
    if (!TEXT_TYPES.has(String(field["type"]))) return [];
    const stylesOfParts = new Map(
      tableParts(field)
        .filter(({ stylePath }) => stylePath !== "headStyles")
        .map(({ stylePath, style }) => [stylePath, style]),
    );
    return [
      ...nameIn(field, path),
      ...STYLES.flatMap((style) => nameIn(field[style], `${path}.${style}`)),
      ...[...stylesOfParts].flatMap(([place, style]) => nameIn(style, `${path}.${place}`)),
    ];
  });
}

/**
 * The faces of the families that SVG drawings of a layout name.
 *
 * @param faces All faces of a project.
 */
export function drawnFaces<F extends FontFace>(
  layout: Layout,
  faces: ReadonlyArray<F>,
): ReadonlyArray<F> {
  const drawings = everyField(layout)
    .filter(({ field }) => field["type"] === "svg")
    .map(({ field: { content } }) => (typeof content === "string" ? content.toLowerCase() : ""));
  if (drawings.length === 0) return [];
  const isNamed = (name: string) => drawings.some((svg) => svg.includes(name.toLowerCase()));
  const families = new Set(
    faces
      .filter(({ name, family }) => isNamed(name) || isNamed(family))
      .map(({ family }) => family),
  );
  return faces.filter(({ family }) => families.has(family));
}

function nameIn(style: unknown, path: string): ReadonlyArray<NamedFont> {
  const name = Predicate.isObject(style) ? style["fontName"] : undefined;
  return typeof name === "string" ? [{ path: `${path}.fontName`, name }] : [];
}

/** The problems of fonts that are unknown. Each names the nearest known fonts. */
export function fontProblems(layout: Layout, known: ReadonlyArray<string>): ReadonlyArray<Issue> {
  const names = new Set(known);
  return namedFonts(layout)
    .filter(({ name }) => name !== "" && !names.has(name))
    .map(({ path, name }) => ({ path, message: unknownFont(name, known) }));
}

/** The maximum number of names in a message. */
const MAX_NAMES = 3;

function unknownFont(name: string, known: ReadonlyArray<string>): string {
  const nearest = nearestNames(name, known);
  const hint =
    nearest.length === 0
      ? `Add it with POST /v1/fonts, or use one of ${known.slice(0, MAX_NAMES).join(", ")}`
      : `Did you mean ${nearest.map((candidate) => `"${candidate}"`).join(" or ")}?`;
  return `No font is named "${name}". ${hint}`;
}

function nearestNames(name: string, known: ReadonlyArray<string>): ReadonlyArray<string> {
  const nearest: Array<string> = [];
  while (nearest.length < MAX_NAMES) {
    const next = nearestName(
      name,
      known.filter((candidate) => !nearest.includes(candidate)),
    );
    if (next === undefined) break;
    nearest.push(next);
  }
  return nearest;
}
