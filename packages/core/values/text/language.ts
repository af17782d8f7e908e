/** The languages of pages and emails (contract §11). The first one is used if no other fits. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Longer headers are not read further. */
const MAX_RANGES = 50;

/**
 * The language of Paraph that a language tag names, if there is one: `de` for `de-AT`.
 *
 * @param tag A tag after BCP 47.
 */
export function languageOf(tag: string): Language | undefined {
  const [primary = ""] = tag.trim().toLowerCase().split("-", 1);
  return LANGUAGES.find((language) => language === primary);
}

/**
 * The direction of a language's script, as the `dir` attribute of HTML.
 *
 * @param tag A tag after BCP 47.
 */
export function directionOf(tag: string): "ltr" | "rtl" {
  const { language, script } = new Intl.Locale(tag).maximize();
  return RIGHT_TO_LEFT.has(script ?? language) ? "rtl" : "ltr";
}

const RIGHT_TO_LEFT = new Set(["Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm", "Rohg"]);

/**
 * The locale for dates of a language without a region: day before month in English.
 */
export function dateLocaleOf(language: Language): string {
  return language === "en" ? "en-GB" : language;
}

/**
 * The language for a visitor: the one with the highest weight in `Accept-Language` that exists, or English.
 *
 * @example
 * ```ts
 * import { acceptedLanguage } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.equal(acceptedLanguage("sv, de-AT;q=0.8, en;q=0.7"), "de");
 * assert.equal(acceptedLanguage("de;q=0, *"), "en");
 * assert.equal(acceptedLanguage(undefined), "en");
 * ```
 */
export function acceptedLanguage(header: string | undefined): Language {
  const ranges = (header ?? "").split(",", MAX_RANGES).flatMap((range) => {
    const [tag = "", ...parameters] = range.split(";");
    const weight = weightOf(parameters);
    const language = tag.trim() === "*" ? LANGUAGES[0] : languageOf(tag);
    return language === undefined || weight === 0 ? [] : [{ language, weight }];
  });
  return ranges.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? LANGUAGES[0];
}

/**
 * Whether a client asks for a media type by name, not only by `*\/*`.
 *
 * @example A browser and a program
 * ```ts
 * import { acceptsType } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.ok(acceptsType("text/html,application/xhtml+xml,*\/*;q=0.8", "text/html"));
 * assert.ok(!acceptsType("application/json, text/html;q=0", "text/html"));
 * assert.ok(!acceptsType("*\/*", "text/html"));
 * ```
 */
export function acceptsType(header: string | undefined, type: string): boolean {
  return (header ?? "").split(",", MAX_RANGES).some((range) => {
    const [name = "", ...parameters] = range.split(";");
    return name.trim().toLowerCase() === type && weightOf(parameters) > 0;
  });
}

/** The weight of a range, 1 without one and 0 for an invalid one. */
function weightOf(parameters: ReadonlyArray<string>): number {
  const weight = parameters.map((text) => text.trim()).find((text) => /^q=/i.test(text));
  if (weight === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight.slice(2)) ? Number(weight.slice(2)) : 0;
}
