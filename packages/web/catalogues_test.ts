import { assert, describe, it } from "@effect/vitest";
import { type Language, LANGUAGES } from "@paraph/core/values";

import { FORM_TEXTS } from "./form/browser/texts/catalogue.ts";
import { LANDING_TEXTS } from "./landing/texts.ts";
import { SEND_TEXTS } from "./send/browser/texts/catalogue.ts";
import { SHARE_TEXTS } from "./share/browser/texts/catalogue.ts";
import { SIGN_TEXTS } from "./sign/browser/texts/catalogue.ts";
import { COMMON_TEXTS } from "./ui/common_texts.ts";
import { VERIFY_TEXTS } from "./verify/texts/catalogue.ts";

const CATALOGUES: Readonly<Record<string, Readonly<Record<Language, object>>>> = {
  common: COMMON_TEXTS,
  form: FORM_TEXTS,
  landing: LANDING_TEXTS,
  send: SEND_TEXTS,
  share: SHARE_TEXTS,
  sign: SIGN_TEXTS,
  verify: VERIFY_TEXTS,
};

/** Words that another language has in common with English. */
const SAME = new Set([
  "{count} page {count} pages",
  "{type}, page {page}",
  "{type}, {name}, page {page}",
  "{name} (optional)",
  "Console",
  "Date",
  "Documentation",
  "Page {page}",
  "Signature",
]);

/** The texts of a catalogue by their paths; a plural is one text of all its forms. */
function textsOf(value: object, path = ""): ReadonlyArray<readonly [string, string]> {
  return Object.entries(value).flatMap(([key, text]: [string, unknown]) => {
    const at = path === "" ? key : `${path}.${key}`;
    if (typeof text === "string") return [[at, text] as const];
    if (typeof text !== "object" || text === null) return assert.fail(`${at} is no text`);
    if ("other" in text) return [[at, Object.values(text).join(" ")] as const];
    return textsOf(text, at);
  });
}

const placeholdersIn = (text: string) => [...new Set(text.match(/\{\w+\}/gu))].toSorted();

describe.each(Object.entries(CATALOGUES))("the texts of %s", (_name, catalogue) => {
  const english = new Map(textsOf(catalogue.en));

  it.each(LANGUAGES)("are complete in %s, with the placeholders of English", (language) => {
    const texts = textsOf(catalogue[language]);
    assert.sameMembers(
      texts.map(([path]) => path),
      [...english.keys()],
    );
    for (const [path, text] of texts) {
      assert.notStrictEqual(text.trim(), "", path);
      assert.deepEqual(placeholdersIn(text), placeholdersIn(english.get(path) ?? ""), path);
    }
  });

  it.each(LANGUAGES.filter((language) => language !== "en"))("are translated in %s", (language) => {
    const untranslated = textsOf(catalogue[language]).filter(
      ([path, text]) =>
        english.get(path) === text &&
        !SAME.has(text) &&
        /\p{L}/u.test(text.replace(/\{\w+\}/gu, "")),
    );
    assert.deepEqual(untranslated, []);
  });

  it.each(LANGUAGES)("have every plural form of %s", (language) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    // The forms of fractions and of millions do not occur.
    const needed = pluralCategories.filter((form) => form !== "many" || language === "pl");
    const check = (value: object) => {
      if ("other" in value) assert.includeMembers(Object.keys(value), needed);
      else for (const part of Object.values(value)) if (typeof part === "object") check(part);
    };
    check(catalogue[language]);
  });
});
