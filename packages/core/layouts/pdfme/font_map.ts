import { BUNDLED_FONTS, emphasizedFace } from "../../fonts/mod.ts";
import { nearestName } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import { namedFonts } from "../check/font_check.ts";
import type { Layout } from "../model/layout.ts";

/** The fonts to use instead of those that a template names. */
export type FontMap = Readonly<Record<string, string>>;

const BUNDLED = new Set<string>(BUNDLED_FONTS.map(({ name }) => name));

/** Bundled families for the kinds of fonts that a name tells; the last fits every name. */
const KINDS: ReadonlyArray<readonly [pattern: RegExp, family: string]> = [
  [/mono|code|courier|consol|typewriter/i, "SourceCode"],
  [/script|hand|brush|cursive|signature|caveat|dancing|vibes/i, "Caveat"],
  [/serif|mincho|times|georgia|garamond|playfair|merriweather|baskerville/i, "SourceSerif"],
  [/source.?sans|open.?sans|lato/i, "SourceSans"],
  [/(?:)/, "Roboto"],
];

/** The bundled font with a name, also with another notation of the regular style, such as `Roboto-Regular`. */
export function bundledFont(name: string): string | undefined {
  const plainName = name.replaceAll(/[\s_]/g, "").replace(/-?Regular$/i, "");
  return [...BUNDLED].find((candidate) => candidate.toLowerCase() === plainName.toLowerCase());
}

/**
 * The font to use for an unknown font: a similar name, or else a bundled font of the same kind, weight and
 * style.
 *
 * @example A serif font
 * ```ts
 * import { suggestedFont } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(suggestedFont("NotoSerifJP-Bold", []), "SourceSerif-Bold");
 * assert.equal(suggestedFont("Brand_Sans", ["BrandSans"]), "BrandSans");
 * ```
 *
 * @param projectFonts The names of other fonts that templates can use.
 */
export function suggestedFont(name: string, projectFonts: ReadonlyArray<string>): string {
  const near = bundledFont(name) ?? nearestName(name, projectFonts);
  if (near !== undefined) return near;
  const isSans = /sans|gothic/i.test(name);
  const [, family = ""] =
    KINDS.find(
      ([pattern, candidate]) => pattern.test(name) && !(isSans && candidate === "SourceSerif"),
    ) ?? [];
  const face = BUNDLED_FONTS.find((candidate) => candidate.name === family);
  if (face === undefined) return "Roboto";
  const emphasis = { bold: /bold|black|heavy/i.test(name), italic: /italic|oblique/i.test(name) };
  return emphasizedFace(face, emphasis, BUNDLED_FONTS).name;
}

/** A layout with known fonts, what was changed, and the fonts that are unknown. */
interface ConvertedFonts {
  readonly layout: Layout;
  readonly changes: ReadonlyArray<Issue>;
  readonly reasons: ReadonlyArray<Issue>;
}

/** Replaces the fonts of a layout as a map says; removes empty names. */
export function convertFonts(
  layout: Layout,
  known: ReadonlyArray<string>,
  fontMap: FontMap,
): ConvertedFonts {
  const fonts = new Map<string, string>();
  const reasons: Array<Issue> = [];
  const places = new Map<string, number>();
  for (const { name } of namedFonts(layout)) places.set(name, (places.get(name) ?? 0) + 1);
  for (const [from, to] of Object.entries(fontMap)) {
    if (!known.includes(to)) {
      const message = `No font is named "${to}". Did you mean "${suggestedFont(to, known)}"?`;
      reasons.push({ path: `fontMap.${from}`, message });
    } else if (places.has(from)) fonts.set(from, to);
    else {
      const message = `The template has no font "${from}". Its fonts: ${[...places.keys()].join(", ") || "none"}`;
      reasons.push({ path: `fontMap.${from}`, message });
    }
  }
  for (const [name, count] of places) {
    if (name === "" || known.includes(name) || Object.hasOwn(fontMap, name)) continue;
    const bundled = bundledFont(name);
    if (bundled !== undefined) fonts.set(name, bundled);
    else {
      const message = `No font is named "${name}", which ${placeCount(count)} ${count === 1 ? "uses" : "use"}. Map it to "${suggestedFont(name, known)}" or another font, or add the font to the project`;
      reasons.push({ path: `fontMap.${name}`, message });
    }
  }
  const changes = [...fonts].map(([from, to]) => ({
    path: "fontName",
    message: `Changed the font ${from} to ${to} in ${placeCount(places.get(from) ?? 0)}`,
  }));
  return { layout: withFonts(layout, fonts), changes, reasons };
}

function placeCount(count: number): string {
  return count === 1 ? "1 place" : `${count} places`;
}

function withFonts(layout: Layout, fonts: ReadonlyMap<string, string>): Layout {
  return JSON.parse(
    JSON.stringify(layout, (key, value: unknown) => {
      if (key !== "fontName" || typeof value !== "string") return value;
      return value === "" ? undefined : (fonts.get(value) ?? value);
    }),
  );
}

/**
 * The bundled or project fonts that are nearest to the unknown fonts of a layout.
 *
 * @param projectFonts The names of other fonts that templates can use.
 */
export function suggestedFontMap(
  names: ReadonlyArray<string>,
  projectFonts: ReadonlyArray<string>,
): FontMap {
  const known = new Set<string>([...BUNDLED, ...projectFonts]);
  return Object.fromEntries(
    names
      .filter((name) => name !== "" && !known.has(name))
      .map((name) => [name, suggestedFont(name, projectFonts)]),
  );
}
