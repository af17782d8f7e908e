import type { Manifest } from "../../../manifests/mod.ts";
import type { Issue } from "../../../values/mod.ts";
import type { DocumentInformation } from "../../model/document_information.ts";
import { indexManifest } from "../../model/layout_binding.ts";
import { parseText } from "../../model/text/placeholder.ts";
import { textProblems } from "./text_check.ts";

/** The problems of the texts that a layout says about its documents. */
export function informationProblems(
  { title, author, subject, keywords }: DocumentInformation,
  manifest: Manifest,
): ReadonlyArray<Issue> {
  const index = indexManifest(manifest);
  const problemsOf = (name: string, text: string | null | undefined) => [
    ...textProblems(`layout.${name}`, text, index),
    ...pageProblems(`layout.${name}`, text ?? ""),
  ];
  return [
    ...problemsOf("title", title),
    ...problemsOf("author", author),
    ...problemsOf("subject", subject),
    ...(keywords ?? []).flatMap((keyword, position) => problemsOf(`keywords.${position}`, keyword)),
  ];
}

function pageProblems(path: string, text: string): ReadonlyArray<Issue> {
  return parseText(text).some(({ kind }) => kind === "page")
    ? [{ path, message: "Page numbers are only on pages: remove this placeholder" }]
    : [];
}
