import { Option, Schema } from "effect";

import { ProjectId, Slug, slugFromName, TemplateId } from "../values/mod.ts";
import { TEMPLATE_SLUG, TemplateName } from "./template.ts";

/** Pairs of alternatives; a request has exactly one of each pair. */
const PAIRS = [
  ["sourceProjectId", "sourceProjectSlug"],
  ["sourceTemplateId", "sourceTemplateSlug"],
] as const;

/** The template to copy and the name of the copy, by default the name and slug of the source. */
export const CopyTemplate = Schema.Struct({
  sourceProjectId: Schema.optionalKey(ProjectId).annotateKey({
    description: "The ID of the source project. Send it or `sourceProjectSlug`, not both.",
  }),
  sourceProjectSlug: Schema.optionalKey(Schema.String).annotateKey({
    description: "The slug of the source project. Send it or `sourceProjectId`, not both.",
  }),
  sourceTemplateId: Schema.optionalKey(TemplateId).annotateKey({
    description: "The ID of the source template. Send it or `sourceTemplateSlug`, not both.",
  }),
  sourceTemplateSlug: Schema.optionalKey(Schema.String).annotateKey({
    description: "The slug of the source template. Send it or `sourceTemplateId`, not both.",
  }),
  name: Schema.optionalKey(TemplateName).annotateKey({
    description:
      "A new name of 1 to 120 characters, from which the slug is derived. Default: name and slug of the source.",
  }),
})
  .annotate({ description: "The template to copy, and the name of the copy." })
  .check(
    Schema.makeFilter((request) =>
      PAIRS.flatMap(([id, slug]): ReadonlyArray<Schema.FilterIssue> => {
        if (request[id] === undefined && request[slug] === undefined) {
          return [{ path: [id], issue: `Expected, unless ${slug} is given` }];
        }
        if (request[id] === undefined || request[slug] === undefined) return [];
        return [{ path: [slug], issue: `Not expected together with ${id}` }];
      }),
    ),
  )
  .annotate({ identifier: "CopyTemplate" });
export type CopyTemplate = typeof CopyTemplate.Type;

/** The template and version that a copy was made from. */
export const CopySource = Schema.Struct({
  sourceProjectId: ProjectId.annotateKey({ description: "The ID of the source project." }),
  sourceTemplateId: TemplateId.annotateKey({ description: "The ID of the source template." }),
  sourceVersionNumber: Schema.Int.annotateKey({
    description: "The number of the version that was copied.",
  }),
});
export type CopySource = typeof CopySource.Type;

/** The response to a copy: the copy, or the existing template with its slug. */
export const TemplateCopy = Schema.Struct({
  id: TemplateId.annotateKey({ description: "The ID of the copy." }),
  projectId: ProjectId.annotateKey({ description: "The ID of the target project." }),
  slug: Slug.annotateKey({ description: "The slug of the copy." }),
  name: Schema.String.annotateKey({ description: "The name of the copy." }),
  currentVersionNumber: Schema.NullOr(Schema.Int).annotateKey({
    description:
      "The number of the current version: 1 for a new copy. `null` for an existing template without a version.",
  }),
  ...CopySource.fields,
  alreadyExisted: Schema.Boolean.annotateKey({
    description: "Whether a template with this slug existed and was returned instead of a copy.",
  }),
}).annotate({
  identifier: "TemplateCopy",
  description: "A copy of a template, or the existing template with its slug.",
});
export type TemplateCopy = typeof TemplateCopy.Type;

/**
 * The name and slug of a copy: those of the source, or a new name and its slug.
 *
 * @example A slug from a new name
 * ```ts
 * import { copyTarget } from "@paraph/core/templates";
 * import { Slug } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * const source = { name: "Invoice", slug: Slug.make("my-invoice") };
 * assert.deepEqual(copyTarget(source), source);
 * assert.equal(copyTarget(source, "Rechnung Süd").slug, "rechnung-sud");
 * ```
 */
export function copyTarget(
  source: { readonly name: string; readonly slug: Slug },
  name?: string,
): { readonly name: string; readonly slug: Slug } {
  if (name === undefined) return { name: source.name, slug: source.slug };
  return { name, slug: slugFromName(name, TEMPLATE_SLUG) };
}

/**
 * The source that a response reports for an existing template: the copied version for a copy of this
 * source, else the version that would be copied now.
 *
 * @example A copy reports the version that was copied, not a later one
 * ```ts
 * import { reportedSource } from "@paraph/core/templates";
 * import { ProjectId, TemplateId } from "@paraph/core/values";
 * import { Option } from "effect";
 * import assert from "node:assert/strict";
 *
 * const now = {
 *   sourceProjectId: ProjectId.make("01900000-0000-7000-8000-000000000001"),
 *   sourceTemplateId: TemplateId.make("01900000-0000-7000-8000-000000000002"),
 *   sourceVersionNumber: 7,
 * };
 * const origin = { ...now, sourceVersionNumber: 3 };
 * assert.equal(reportedSource(now, Option.some(origin)).sourceVersionNumber, 3);
 * assert.equal(reportedSource(now, Option.none()).sourceVersionNumber, 7);
 * ```
 *
 * @param now The source in the request, with its current version.
 * @param origin The source of the existing template, if it is a copy.
 */
export function reportedSource(now: CopySource, origin: Option.Option<CopySource>): CopySource {
  return Option.getOrElse(
    Option.filter(origin, ({ sourceTemplateId }) => sourceTemplateId === now.sourceTemplateId),
    () => now,
  );
}
