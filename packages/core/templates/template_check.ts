import { Option, Result, Schema } from "effect";

import { checkEinvoice, type Einvoice } from "../einvoices/mod.ts";
import {
  addedPdfs,
  checkLayout,
  hasContentArea,
  type Layout,
  LayoutSettings,
  overlayBase,
  STANDARDS,
  type Standards,
  standardsOf,
  withPageDefaults,
} from "../layouts/mod.ts";
import {
  isLoopKey,
  type LoopDefinition,
  type Manifest,
  manifestProblems,
} from "../manifests/mod.ts";
import { type Issue, issuesOfSchema } from "../values/mod.ts";
import { PublishTemplate } from "./template.ts";

/** A valid template to publish, or its problems. */
export type CheckedTemplate =
  | { readonly ok: true; readonly template: PublishTemplate }
  | { readonly ok: false; readonly issues: ReadonlyArray<Issue> };

const decode = Schema.decodeUnknownResult(PublishTemplate, { errors: "all" });

/**
 * Checks a template to publish, such as the JSON of a template file: manifest, layout, page settings and
 * their consistency. Runs in browsers too.
 *
 * Publishing also checks base PDFs, images and whether fonts have every character.
 *
 * @example Every problem has a path
 * ```ts
 * import { checkTemplate } from "@paraph/core/templates";
 * import assert from "node:assert/strict";
 *
 * const total = { key: "total", label: "Total", dataType: "currency" };
 * assert.equal(checkTemplate({ name: "Receipt", manifest: { variables: [total], loops: [] } }).ok, true);
 *
 * const twice = checkTemplate({ name: "Receipt", manifest: { variables: [total, total], loops: [] } });
 * assert(!twice.ok);
 * assert.deepEqual(twice.issues, [
 *   { path: "manifest.variables.1.key", message: '"total" is used twice' },
 * ]);
 * ```
 *
 * @param input Any value.
 */
export function checkTemplate(input: unknown): CheckedTemplate {
  const result = decode(input);
  if (Result.isFailure(result)) {
    return { ok: false, issues: issuesOfSchema(result.failure.issue) };
  }
  const template = result.success;
  const { manifest, layout } = template;
  const issues = [
    ...contentIssues(template),
    ...(layout === undefined
      ? []
      : [...standardIssues(layout, template.einvoice), ...checkLayout(layout, manifest)]),
    ...loopKeyIssues(manifest),
  ];
  return issues.length === 0 ? { ok: true, template } : { ok: false, issues };
}

/** The problems of a template apart from its layout. With problems, no layout can be generated. */
export function contentIssues({
  manifest,
  pageConfig,
  einvoice = null,
}: Pick<PublishTemplate, "manifest" | "pageConfig" | "einvoice">): ReadonlyArray<Issue> {
  const marginIssues = hasContentArea(withPageDefaults(pageConfig)) ? [] : [NO_SPACE];
  const einvoiceIssues = einvoice === null ? [] : checkEinvoice(einvoice, manifest);
  return [...manifestIssues(manifest), ...marginIssues, ...einvoiceIssues];
}

/** The parts of a template that its standard does not permit. A standard that does not exist is a problem elsewhere. */
export function standardIssues(
  layout: Layout,
  einvoice: Einvoice | null = null,
): ReadonlyArray<Issue> {
  const settings = Option.getOrUndefined(decodeSettings(layout));
  const { archive, isAccessible } = standardsOf(settings?.standard ?? undefined, false);
  const hasFiles = (settings?.attachments?.length ?? 0) > 0;
  const attached = einvoice !== null ? "An electronic invoice is" : hasFiles ? "Files are" : "";
  const attachmentIssues =
    archive !== undefined && attached !== "" && STANDARDS[archive].part === 2
      ? [
          {
            path: "layout.standard",
            message: `${attached} attached to documents, which ${archive} does not permit. Use pdf/a-3b or pdf/a-3u`,
          },
        ]
      : [];
  // Nothing is known about what the tags of other PDFs say.
  const refused = (path: string, what: string) => ({
    path,
    message: `Documents with pages of ${what} cannot conform to PDF/UA-1: the tags of its pages are unknown. Remove the PDF, or pdf/ua-1 from \`standard\``,
  });
  const baseIssues =
    isAccessible && overlayBase(layout) !== undefined
      ? [refused("layout.basePdf", "a base PDF")]
      : [];
  const addedIssues = isAccessible
    ? addedPdfs(layout).map(({ path }) => refused(path, "an added PDF"))
    : [];
  return [...attachmentIssues, ...baseIssues, ...addedIssues];
}

/** The standards of the documents of a valid layout. */
export function standardsOfLayout(
  layout: Layout,
  einvoice: Einvoice | null | undefined,
): Standards {
  const standard = Option.getOrUndefined(decodeSettings(layout))?.standard;
  return standardsOf(standard, einvoice !== null && einvoice !== undefined);
}

const decodeSettings = Schema.decodeUnknownOption(LayoutSettings);

/** The loops with a dot in their key, which have a separate error code. */
export function loopKeyIssues({ loops }: Manifest): ReadonlyArray<Issue> {
  return dottedLoops(loops, "manifest.loops");
}

function dottedLoops(loops: ReadonlyArray<LoopDefinition>, path: string): ReadonlyArray<Issue> {
  return loops.flatMap(({ key, loops: nested = [] }, index) => [
    ...(isLoopKey(key)
      ? []
      : [{ path: `${path}.${index}.key`, message: "Must not contain a dot" }]),
    ...dottedLoops(nested, `${path}.${index}.loops`),
  ]);
}

const NO_SPACE = { path: "pageConfig.margin", message: "Leaves no space on the page" };

function manifestIssues(manifest: Manifest): ReadonlyArray<Issue> {
  return manifestProblems(manifest).map(({ path, message }) => ({
    path: ["manifest", ...path].join("."),
    message,
  }));
}
