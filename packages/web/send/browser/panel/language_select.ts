import { LANGUAGES } from "@paraph/core/values";

import { select } from "../../../ui/browser/dom.ts";

/** A choice of the languages of emails and pages; another language of a draft stays. */
export function languageSelect(
  defaultLabel: string,
  language: string | undefined,
  onChange: (language: string | undefined) => void,
): HTMLSelectElement {
  const tags = new Set<string>([...LANGUAGES, ...(language === undefined ? [] : [language])]);
  return select(
    [["", defaultLabel], ...[...tags].map((tag) => [tag, nameOf(tag)] as const)],
    language ?? "",
    (tag) => onChange(tag === "" ? undefined : tag),
  );
}

/** A language in that language, such as `Deutsch`. */
function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag; // A draft may have any text.
  }
}
