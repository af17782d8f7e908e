/** The languages that the builder offers, as BCP 47 tags. */
const OFFERED = [
  "en",
  "en-GB",
  "en-US",
  "ar",
  "bg",
  "cs",
  "da",
  "de",
  "de-AT",
  "de-CH",
  "el",
  "es",
  "et",
  "fi",
  "fr",
  "fr-BE",
  "fr-CA",
  "fr-CH",
  "ga",
  "he",
  "hi",
  "hr",
  "hu",
  "it",
  "it-CH",
  "ja",
  "ko",
  "lt",
  "lv",
  "mt",
  "nb",
  "nl",
  "nl-BE",
  "pl",
  "pt",
  "pt-BR",
  "ro",
  "sk",
  "sl",
  "sv",
  "tr",
  "uk",
  "zh-Hans",
  "zh-Hant",
];

const NAMES = new Intl.DisplayNames(["en"], { type: "language", languageDisplay: "standard" });

/** The name of a language in English, with its tag. */
export function languageName(tag: string): string {
  return `${NAMES.of(tag) ?? tag} (${tag})`;
}

/** The languages to choose from, by name. */
export const LANGUAGE_OPTIONS: ReadonlyArray<readonly [tag: string, name: string]> = OFFERED.map(
  (tag) => [tag, languageName(tag)] as const,
).toSorted(([, one], [, other]) => one.localeCompare(other));

/** Returns a language tag in its usual form, such as `de-CH`; undefined if it is none. */
export function languageTag(text: string): string | undefined {
  try {
    return new Intl.Locale(text.trim()).baseName;
  } catch {
    return undefined;
  }
}
