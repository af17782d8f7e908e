import type { Issue } from "../../values/mod.ts";
import { type ArchiveStandard, STANDARDS } from "../model/standard.ts";

/** Content of a PDF that its standard for archives does not permit. */
export interface ArchiveProblem {
  /** The page, counted from 1; `null` for the whole document. */
  readonly page: number | null;
  /** The kind, in words that complete "contains". */
  readonly kind: string;
  /** The clause of ISO 19005, such as `6.2.11.4.1`. */
  readonly clause: string;
}

/**
 * The problems of a PDF in a layout whose documents conform to PDF/A.
 *
 * @example A font that is not embedded
 * ```ts
 * import { archiveIssues } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const problem = { page: 2, kind: "a font that is not embedded: Helvetica", clause: "6.2.11.4.1" };
 * const [issue] = archiveIssues([problem], "pdf/a-2b", "layout.basePdf");
 * assert.match(issue?.message ?? "", /^Page 2 contains a font that is not embedded: Helvetica/);
 * ```
 */
export function archiveIssues(
  problems: ReadonlyArray<ArchiveProblem>,
  standard: ArchiveStandard,
  path: string,
): ReadonlyArray<Issue> {
  const norm = `ISO 19005-${STANDARDS[standard].part}`;
  return problems.map(({ page, kind, clause }) => ({
    path,
    message:
      `${page === null ? "The PDF" : `Page ${page}`} contains ${kind}. ` +
      `${standard} does not permit this (${norm}, ${clause}). Save the PDF as PDF/A and publish again`,
  }));
}
