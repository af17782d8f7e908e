/** A text with placeholders such as `{name}`, or its plural forms by the number `count`. */
export type MessageText = string | PluralForms;

/** The plural forms of a text in one language. */
export type PluralForms = { readonly other: string } & Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>>
>;

/** The values of placeholders. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Creates plural forms. Their type allows the forms of every language. */
export function plural(forms: PluralForms): PluralForms {
  return forms;
}

/**
 * The text of a message. Numbers are written as the language writes them. A placeholder without a value
 * stays.
 *
 * @example Plural forms
 * ```ts
 * import { formatMessage, plural } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * const pages = plural({ one: "{count} strona", few: "{count} strony", other: "{count} stron" });
 * assert.equal(formatMessage("pl", pages, { count: 1 }), "1 strona");
 * assert.equal(formatMessage("pl", pages, { count: 22 }), "22 strony");
 * assert.equal(formatMessage("de", "{count} Seiten von {name}", { count: 1200, name: "A" }), "1.200 Seiten von A");
 * ```
 */
export function formatMessage(
  language: string,
  message: MessageText,
  values: MessageValues,
): string {
  return textOf(language, message, values).replace(/\{(\w+)\}/gu, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return placeholder;
    return typeof value === "number" ? new Intl.NumberFormat(language).format(value) : value;
  });
}

function textOf(language: string, message: MessageText, { count }: MessageValues): string {
  if (typeof message === "string") return message;
  const form = new Intl.PluralRules(language).select(Number(count));
  return message[form] ?? message.other;
}
