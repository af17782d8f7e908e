import type { Language } from "../../values/mod.ts";
import { languageOf, LANGUAGES } from "../../values/mod.ts";
import { DE } from "./de.ts";
import type { EmailTexts } from "./email_texts.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import { IT } from "./it.ts";
import { JA } from "./ja.ts";
import { NL } from "./nl.ts";
import { PL } from "./pl.ts";
import { PT } from "./pt.ts";

export * from "./email_texts.ts";
export * from "./email_time.ts";
export * from "./plurals.ts";

/** The texts of emails by language. A language without one of the texts does not compile. */
export const EMAIL_TEXTS: Readonly<Record<Language, EmailTexts>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  it: IT,
  nl: NL,
  pt: PT,
  pl: PL,
  ja: JA,
};

/**
 * The language of an email: that of the first tag in a language of Paraph, or English.
 *
 * @example The recipient's language is first
 * ```ts
 * import { emailLanguage } from "@paraph/core/emails";
 * import assert from "node:assert/strict";
 *
 * assert.equal(emailLanguage(null, "de-AT", "fr"), "de");
 * assert.equal(emailLanguage("sv", null), "en");
 * ```
 *
 * @param tags BCP 47 tags, the most specific first.
 */
export function emailLanguage(...tags: ReadonlyArray<string | null | undefined>): Language {
  const languages = tags.flatMap((tag) => (tag == null ? [] : [languageOf(tag)]));
  return languages.find((language) => language !== undefined) ?? LANGUAGES[0];
}
