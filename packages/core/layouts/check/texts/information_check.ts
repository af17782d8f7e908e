import type { Manifest } from "../../../manifests/mod.ts";
import type { Issue } from "../../../values/mod.ts";
import type { DocumentInformation } from "../../model/document_information.ts";
import { indexManifest, type ManifestIndex } from "../../model/layout_binding.ts";
import { parseText } from "../../model/text/placeholder.ts";
import { textProblems } from "./text_check.ts";

/** The problems of the texts that a layout says about its documents. */
export function informationProblems(
  { title, author, subject, keywords }: DocumentInformation,
  manifest: Manifest,
): ReadonlyArray<Issue> {
  const index = indexManifest(manifest);
  const problemsOf = (name: string, text: string | null | undefined) =>
    documentTextProblems(`layout.${name}`, text, index);
  return [
    ...problemsOf("title", title),
    ...problemsOf("author", author),
    ...problemsOf("subject", subject),
    ...(keywords ?? []).flatMap((keyword, position) => problemsOf(`keywords.${position}`, keyword)),
  ];
}

/** The problems of a text that is not on a page. */
export function documentTextProblems(
  path: string,
  text: string | null | undefined,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  return [...textProblems(path, text, index), ...pageProblems(path, text ?? "")];
}

function pageProblems(path: string, text: string): ReadonlyArray<Issue> {
  return parseText(text).some(({ kind }) => kind === "page")
    ? [{ path, message: "Page numbers are only on pages: remove this placeholder" }]
    : [];
}
