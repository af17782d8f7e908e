import type { Language } from "../../values/mod.ts";

/** The plural categories of whole numbers, where they are not `one` and `other` (CLDR). */
interface Categories {
  readonly pl: "one" | "few" | "many" | "other";
  readonly ja: "other";
}

type CategoryOf<L extends Language> = L extends keyof Categories ? Categories[L] : "one" | "other";

/**
 * The forms of a text with a number: a form for each plural category of a language.
 *
 * @example Polish has three forms for whole numbers
 * ```ts
 * import { pluralsOf } from "@paraph/core/emails";
 * import assert from "node:assert/strict";
 *
 * const days = pluralsOf("pl", { one: "dzień", few: "dni", many: "dni", other: "dnia" });
 * assert.equal(days(1), "dzień");
 * assert.equal(days(5), "dni");
 * ```
 */
export function pluralsOf<L extends Language>(
  language: L,
  forms: Readonly<Record<CategoryOf<L> | "other", string>>,
): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  const byCategory: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string } =
    forms;
  return (count) => byCategory[rules.select(count)] ?? byCategory.other;
}
