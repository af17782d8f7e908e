import { Result, Schema } from "effect";

import type { Manifest } from "../../manifests/mod.ts";
import { issuesOfSchema, type Issue } from "../../values/mod.ts";
import { BlankPage } from "../model/blank_page.ts";
import { everyField } from "../model/fields/every_field.ts";
import { overlayBase, type Layout } from "../model/layout.ts";
import { indexManifest } from "../model/layout_binding.ts";
import { LayoutSettings } from "../model/layout_settings.ts";
import { ownBlankPage, type PageSetting } from "../model/page_settings.ts";
import type { DisplayedPage } from "../model/pdf_page.ts";
import { accessibilityIssues } from "./accessibility_check.ts";
import { addedPdfProblems } from "./added_pdf_check.ts";
import type { FieldPlace } from "./field_check.ts";
import { formNameProblems } from "./fillable_check.ts";
import { navigationProblems } from "./navigation_check.ts";
import { checkPlaced } from "./section_check.ts";
import { attachmentProblems } from "./texts/attachment_check.ts";
import { informationProblems } from "./texts/information_check.ts";

/** The maximum number of pages and of fields in a layout. */
export const MAX_LAYOUT_PAGES = 200;
export const MAX_LAYOUT_FIELDS = 2_000;

/** The maximum number of reported problems. */
const MAX_ISSUES = 500;

const decodeSettings = Schema.decodeUnknownResult(LayoutSettings, { errors: "all" });
const decodeBlankPage = Schema.decodeUnknownResult(BlankPage, { errors: "all" });

/**
 * Checks that a layout can be rendered with data that matches the manifest. Returns every problem, with
 * paths that begin with `layout.`.
 *
 * @example An unknown type
 * ```ts
 * import { checkLayout } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const layout = {
 *   basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
 *   schemas: [[{ name: "a", type: "hologram", position: { x: 20, y: 20 }, width: 50, height: 10 }]],
 * };
 * const issues = checkLayout(layout, { variables: [], loops: [] });
 * assert.deepEqual(issues.map(({ path }) => path), ["layout.schemas.0.0.type"]);
 * ```
 *
 * @param displayedPages The pages of the base PDF, if it has been read.
 */
export function checkLayout(
  layout: Layout,
  manifest: Manifest,
  displayedPages?: ReadonlyArray<DisplayedPage>,
): ReadonlyArray<Issue> {
  const base = checkBase(layout);
  const settings = checkSettings(layout, manifest);
  const pages = readPages(layout["schemas"]);
  if (Result.isFailure(pages)) return [...base.issues, ...settings.issues, ...pages.failure];
  const index = indexManifest(manifest);
  const onOverlay = typeof layout["basePdf"] === "string";
  const anywhere = { index, onOverlay, onEveryPage: false };
  const own = checkOwnPages(settings.pages, base.blank, pages.success.length, anywhere);
  const place = (page: number): FieldPlace => ({
    ...anywhere,
    sheet: own.sheets[page] ?? base.blank ?? displayedPages?.[page],
  });
  const issues = [
    ...base.issues,
    ...settings.issues,
    ...own.issues,
    ...(settings.issues.length === 0 ? accessibilityIssues(layout, manifest) : []),
    ...(base.blank?.staticSchema ?? []).flatMap((field, position) =>
      checkPlaced(field, `layout.basePdf.staticSchema.${position}`, {
        ...anywhere,
        sheet: base.blank,
        onEveryPage: true,
      }),
    ),
    ...pages.success.flatMap((fields, page) => [
      ...(displayedPages !== undefined && page >= displayedPages.length
        ? [
            {
              path: `layout.schemas.${page}`,
              message: `The base PDF has only ${displayedPages.length} pages`,
            },
          ]
        : []),
      ...fields.flatMap((field, position) =>
        checkPlaced(field, `layout.schemas.${page}.${position}`, place(page)),
      ),
    ]),
  ];
  return [...issues, ...navigationProblems(layout), ...formNameProblems(layout)].slice(
    0,
    MAX_ISSUES,
  );
}

function checkSettings(
  layout: Layout,
  manifest: Manifest,
): { readonly pages: ReadonlyArray<PageSetting | null>; readonly issues: ReadonlyArray<Issue> } {
  return Result.match(decodeSettings(layout), {
    onFailure: ({ issue }) => ({
      pages: [],
      issues: withPathPrefix("layout", issuesOfSchema(issue)),
    }),
    onSuccess: (settings) => ({
      pages: settings.pages ?? [],
      issues: [
        ...informationProblems(settings, manifest),
        ...attachmentProblems(
          settings.attachments ?? [],
          manifest,
          typeof layout["basePdf"] === "string",
        ),
        ...addedPdfProblems(layout, manifest),
      ],
    }),
  });
}

/** The blank pages of those with settings of their own, and the problems of these and of their repeated fields. */
function checkOwnPages(
  pages: ReadonlyArray<PageSetting | null>,
  base: BlankPage | undefined,
  pageCount: number,
  place: Omit<FieldPlace, "sheet">,
): {
  readonly sheets: ReadonlyArray<BlankPage | undefined>;
  readonly issues: ReadonlyArray<Issue>;
} {
  const issues: Array<Issue> = [];
  const sheets = pages.map((page, index) => {
    const path = `layout.pages.${index}`;
    if (page === null) return undefined;
    if (base === undefined) {
      if (place.onOverlay)
        issues.push({ path, message: "The pages of an existing PDF keep their settings" });
      return undefined;
    }
    if (index >= pageCount)
      issues.push({ path, message: `The layout has only ${pageCount} pages in schemas` });
    const sheet = ownBlankPage(base, page);
    if (sheet === undefined) {
      issues.push({ path, message: "The padding leaves no space for content" });
      return undefined;
    }
    issues.push(...staticProblems(page, sheet, base, path, place));
    return sheet;
  });
  return { sheets, issues };
}

/** The problems of the fields that repeat on a page: its own, or those of the base that do not fit on it. */
function staticProblems(
  page: PageSetting,
  sheet: BlankPage,
  base: BlankPage,
  path: string,
  place: Omit<FieldPlace, "sheet">,
): ReadonlyArray<Issue> {
  const fields = sheet.staticSchema ?? [];
  if (fields.length > MAX_LAYOUT_FIELDS)
    return [
      { path: `${path}.staticSchema`, message: `Expected at most ${MAX_LAYOUT_FIELDS} fields` },
    ];
  const problemsOn = (own: BlankPage, field: unknown, fieldPath: string) =>
    checkPlaced(field, fieldPath, { ...place, sheet: own, onEveryPage: true });
  return fields.flatMap((field, position) => {
    const problems = problemsOn(sheet, field, `${path}.staticSchema.${position}`);
    if (page.staticSchema !== null && page.staticSchema !== undefined) return problems;
    if (problemsOn(base, field, "").length === problems.length) return [];
    return problems.map(({ message }) => ({
      path,
      message: `Field ${position} of basePdf.staticSchema: ${message}. Change the page, or give it its own staticSchema`,
    }));
  });
}

function checkBase(layout: Layout): {
  readonly blank?: BlankPage;
  readonly issues: ReadonlyArray<Issue>;
} {
  const base = layout["basePdf"];
  if (typeof base === "string") {
    const isPdf = overlayBase(layout) !== undefined;
    const message = "Expected data:application/pdf;base64,… or { width, height, padding }";
    return { issues: isPdf ? [] : [{ path: "layout.basePdf", message }] };
  }
  const blank = decodeBlankPage(base);
  if (Result.isFailure(blank))
    return { issues: withPathPrefix("layout.basePdf", issuesOfSchema(blank.failure.issue)) };
  const staticFieldCount = blank.success.staticSchema?.length ?? 0;
  if (staticFieldCount <= MAX_LAYOUT_FIELDS) return { blank: blank.success, issues: [] };
  const message = `Expected at most ${MAX_LAYOUT_FIELDS} fields`;
  return {
    blank: { ...blank.success, staticSchema: [] },
    issues: [{ path: "layout.basePdf.staticSchema", message }],
  };
}

function readPages(
  schemas: unknown,
): Result.Result<ReadonlyArray<ReadonlyArray<unknown>>, ReadonlyArray<Issue>> {
  const fail = (message: string, path = "layout.schemas") => Result.fail([{ path, message }]);
  if (!Array.isArray(schemas) || schemas.length === 0) return fail("Expected a list of pages");
  if (schemas.length > MAX_LAYOUT_PAGES) return fail(`Expected at most ${MAX_LAYOUT_PAGES} pages`);
  const pages: ReadonlyArray<unknown> = schemas;
  const invalid = pages.findIndex((page) => !Array.isArray(page));
  if (invalid !== -1) return fail("Expected a list of fields", `layout.schemas.${invalid}`);
  const lists = pages.filter(Array.isArray);
  const count = everyField({ schemas: lists }).length;
  return count > MAX_LAYOUT_FIELDS
    ? fail(`Expected at most ${MAX_LAYOUT_FIELDS} fields`)
    : Result.succeed(lists);
}

function withPathPrefix(prefix: string, issues: ReadonlyArray<Issue>): ReadonlyArray<Issue> {
  return issues.map(({ path, message }) => ({
    path: path === "" ? prefix : `${prefix}.${path}`,
    message,
  }));
}
