import { Predicate } from "effect";

import { addedPdfs } from "./added_pdf.ts";

/** The texts of a layout outside of its fields that name keys of the manifest. */
export interface SettingTexts {
  /** Texts with placeholders. */
  readonly texts: ReadonlyArray<string>;
  readonly conditions: ReadonlyArray<string>;
}

/**
 * The texts about the documents of a layout, and the conditions of the PDFs that it adds.
 *
 * @param layout A layout that may have problems.
 */
export function settingTexts(layout: Readonly<Record<string, unknown>>): SettingTexts {
  const { title, author, subject, keywords, attachments } = layout;
  const words: ReadonlyArray<unknown> = Array.isArray(keywords) ? keywords : [];
  const files: ReadonlyArray<unknown> = Array.isArray(attachments) ? attachments : [];
  const ofFiles = files
    .filter(Predicate.isObject)
    .flatMap((file) => ["name", "content", "description"].map((name) => Reflect.get(file, name)));
  return {
    texts: [title, author, subject, ...words, ...ofFiles].filter(
      (text): text is string => typeof text === "string",
    ),
    conditions: addedPdfs(layout).flatMap(({ when, unless }) =>
      [when, unless].filter((text) => text !== null),
    ),
  };
}
