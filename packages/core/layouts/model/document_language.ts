import { Result } from "effect";

import {
  type ItemField,
  type LoopDefinition,
  type Manifest,
  parseFormat,
} from "../../manifests/mod.ts";

/** The language of documents if nothing names another. */
const DEFAULT_LANGUAGE = "en";

/**
 * The language of the documents of a layout that names none: the most frequent locale of the manifest's
 * formats; of equally frequent ones, the first. Without locales, it is that of the project.
 *
 * @example A German amount, and a template without locales in a French project
 * ```ts
 * import { documentLanguage } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const total = { key: "total", label: "Summe", dataType: "currency", required: true } as const;
 * const variables = [{ ...total, format: "currency:EUR@de-DE" }];
 * assert.equal(documentLanguage({ variables, loops: [] }), "de-DE");
 * assert.equal(documentLanguage({ variables: [total], loops: [] }), "en");
 * assert.equal(documentLanguage({ variables: [total], loops: [] }, "fr"), "fr");
 * ```
 *
 * @param projectLanguage The language that the project declares, if it does.
 * @returns A BCP 47 tag without extensions.
 */
export function documentLanguage(
  manifest: Manifest,
  projectLanguage: string | null = null,
): string {
  return languageOfFormats(manifest) ?? projectLanguage ?? DEFAULT_LANGUAGE;
}

/** The most frequent locale of the manifest's formats; `undefined` if no format has one. */
export function languageOfFormats({ variables, loops }: Manifest): string | undefined {
  const locales = [...variables, ...loops.flatMap(itemFieldsOf)].flatMap(({ format }) => {
    const result = format?.includes("@") === true ? parseFormat(format) : undefined;
    return result !== undefined && Result.isSuccess(result) ? [result.success.locale] : [];
  });
  const counts = new Map<string, number>();
  for (const locale of locales) {
    const language = new Intl.Locale(locale).baseName;
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [mostFrequent] = Array.from(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([language]) => language);
  return mostFrequent;
}

/** The item fields of a loop and of the loops in it. */
function itemFieldsOf({ itemFields, loops = [] }: LoopDefinition): ReadonlyArray<ItemField> {
  return [...itemFields, ...loops.flatMap(itemFieldsOf)];
}
