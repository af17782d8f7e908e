import { type Manifest, nearestName } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import { ADDED_PDF_KEYS, addedPdfs } from "../model/added_pdf.ts";
import type { Layout } from "../model/layout.ts";
import { indexManifest } from "../model/layout_binding.ts";
import { MAX_PAGES } from "../model/pdf_page.ts";
import { conditionProblems } from "./field_check.ts";

/** The maximum number of pages that a layout adds to its documents. */
export const MAX_ADDED_PAGES = 1_000;

/** The problems of the PDFs that a layout adds to its documents, apart from their content. */
export function addedPdfProblems(layout: Layout, manifest: Manifest): ReadonlyArray<Issue> {
  const index = indexManifest(manifest);
  return addedPdfs(layout).flatMap(({ path, filePath, bytes, when, unless, unknown }) => [
    ...(bytes === undefined
      ? [{ path: filePath, message: "Expected data:application/pdf;base64,…" }]
      : []),
    ...unknown.map((key) => ({ path: `${path}.${key}`, message: unknownMessage(key) })),
    ...conditionProblems({ when, unless }, { index }).map((issue) => ({
      path: `${path}.${issue.path}`,
      message: issue.message,
    })),
  ]);
}

function unknownMessage(key: string): string {
  const nearest = nearestName(key, ADDED_PDF_KEYS);
  const message = "Unknown setting of a PDF";
  return nearest === undefined ? message : `${message}. Did you mean "${nearest}"?`;
}

/**
 * The problem of PDFs with too many pages.
 *
 * @param pageCounts The numbers of pages of the PDFs, by their paths.
 * @param basePages The number of pages of the base PDF; 0 without one.
 */
export function addedPageProblems(
  pageCounts: ReadonlyMap<string, number>,
  basePages: number,
): ReadonlyArray<Issue> {
  let total = 0;
  for (const [path, count] of pageCounts) {
    total += count;
    if (total > MAX_ADDED_PAGES)
      return [{ path, message: `A layout adds at most ${MAX_ADDED_PAGES} pages, in all its PDFs` }];
    if (total + basePages > MAX_PAGES)
      return [{ path, message: `The base PDF and the PDFs have more than ${MAX_PAGES} pages` }];
  }
  return [];
}
