import type { Issue } from "../../values/mod.ts";
import type { LayoutField } from "../model/fields/layout_field.ts";
import type { ManifestIndex } from "../model/layout_binding.ts";
import { textProblems } from "./texts/text_check.ts";

/** The problems of what a field says to screen readers: its heading or its alternative text. */
export function descriptionProblems(
  field: LayoutField,
  { index, onEveryPage }: { readonly index: ManifestIndex; readonly onEveryPage: boolean },
): ReadonlyArray<Issue> {
  if ("heading" in field && typeof field.heading === "number") {
    if (field.richText === true)
      return [{ path: "heading", message: "Rich text has headings of its own, such as # Terms" }];
    return onEveryPage
      ? [{ path: "heading", message: "staticSchema repeats on every page, so it has no headings" }]
      : [];
  }
  if (!("alt" in field) || typeof field.alt !== "string") return [];
  const problems = textProblems("alt", field.alt, index);
  return field.decorative === true && field.alt !== ""
    ? [...problems, { path: "alt", message: "A decorative picture has no alternative text" }]
    : problems;
}
