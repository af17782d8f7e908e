import anyAscii from "any-ascii";
import { Schema } from "effect";

import { characters } from "./text.ts";

/** A kebab-case name for people and URLs, 1 to 120 characters. */
export const Slug = Schema.String.check(
  characters(1, 120),
  Schema.isPattern(/^[a-z0-9]+(-[a-z0-9]+)*$/u, {
    message: "Expected kebab-case, such as my-invoice",
  }),
).pipe(Schema.brand("Slug"));
export type Slug = typeof Slug.Type;

const isSlug = Schema.is(Slug);

/** The text as a slug; `undefined` if it is not one. */
export function toSlug(text: string): Slug | undefined {
  return isSlug(text) ? text : undefined;
}

/** The maximum length of a derived slug, and the slug of a name without letters or digits. */
export interface SlugShape {
  readonly maxLength: number;
  readonly fallback: string;
}

/**
 * Derives a slug from a name: lower-cased, accents folded, letters and digits of other alphabets
 * transliterated, runs of anything else become `-`.
 *
 * @example Accents fold, letters are transliterated, punctuation joins
 * ```ts
 * import { slugFromName } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * const shape = { maxLength: 60, fallback: "project" };
 * assert.equal(slugFromName("Crème  Brûlée & Co.", shape), "creme-brulee-co");
 * assert.equal(slugFromName("Łódź, Straße 5", shape), "lodz-strasse-5");
 * assert.equal(slugFromName("!?", shape), "project");
 * ```
 */
export function slugFromName(name: string, { maxLength, fallback }: SlugShape): Slug {
  const kebab = name
    .normalize("NFC")
    .replaceAll(/[^\0-\x7f]/gu, toAscii)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  return Slug.make(trimDashes(trimDashes(kebab).slice(0, maxLength)) || fallback);
}

/**
 * A character in ASCII: without its accents where that suffices (`ü` is `u`), else transliterated
 * (`ß` is `ss`). Characters other than letters and digits stay.
 */
function toAscii(character: string): string {
  const base = withoutAccents(character);
  if (/^[\0-\x7f]*$/.test(base)) return base;
  if (/[\p{L}\p{N}]/u.test(character)) return withoutAccents(anyAscii(character));
  return base;
}

function withoutAccents(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "");
}

/** The slug with a suffix, within the length limit. */
export function suffixSlug(slug: Slug, suffix: string, maxLength: number): Slug {
  return Slug.make(`${trimDashes(slug.slice(0, maxLength - suffix.length - 1))}-${suffix}`);
}

function trimDashes(text: string): string {
  return text.replace(/^-+/, "").replace(/-+$/, "");
}
