import type { Issue } from "../../values/mod.ts";

/** Content of a base PDF that executes, is hidden, or is not part of the pages, such as attachments. */
export interface ActiveContent {
  /** The page, counted from 1; `null` for the whole document. */
  readonly page: number | null;
  /** The kind, in words that complete "contains". */
  readonly kind: string;
}

/**
 * The problems of a PDF of a layout with active content.
 *
 * @example A script that runs when a page is opened
 * ```ts
 * import { activeContentIssues } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const [issue] = activeContentIssues([{ page: 2, kind: "JavaScript" }]);
 * assert.equal(issue?.path, "layout.basePdf");
 * assert.match(issue?.message ?? "", /^Page 2 contains JavaScript/);
 * ```
 */
export function activeContentIssues(
  contents: ReadonlyArray<ActiveContent>,
  path = "layout.basePdf",
): ReadonlyArray<Issue> {
  return contents.map((content) => ({
    path,
    message: `${activeContentMessage(content)}. Remove it and publish again`,
  }));
}

/** What a PDF with active content contains, without a full stop. */
export function activeContentMessage({ page, kind }: ActiveContent): string {
  return `${page === null ? "The PDF" : `Page ${page}`} contains ${kind}`;
}
