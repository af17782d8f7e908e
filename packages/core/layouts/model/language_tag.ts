import { Schema } from "effect";

/** A BCP 47 tag. */
export const LanguageTag = Schema.String.check(
  Schema.makeFilter(
    (tag) => isLanguageTag(tag) || "Expected a language tag such as de or de-CH (BCP 47)",
  ),
);

function isLanguageTag(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language !== "";
  } catch {
    return false;
  }
}
