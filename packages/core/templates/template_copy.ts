import { Option, Schema } from "effect";

import { ProjectId, Slug, slugFromName, TemplateId } from "../values/mod.ts";
import { TEMPLATE_SLUG, TemplateName } from "./template.ts";

/** Each pair names one thing in two ways, of which a request uses one. */
const PAIRS = [
  ["sourceProjectId", "sourceProjectSlug"],
  ["sourceTemplateId", "sourceTemplateSlug"],
] as const;

/** What to copy, and what to call the copy: without a name it keeps the source's name and slug. */
export const CopyTemplate = Schema.Struct({
  sourceProjectId: Schema.optionalKey(ProjectId),
  sourceProjectSlug: Schema.optionalKey(Schema.String),
  sourceTemplateId: Schema.optionalKey(TemplateId),
  sourceTemplateSlug: Schema.optionalKey(Schema.String),
  name: Schema.optionalKey(TemplateName),
})
  .check(
    Schema.makeFilter((request) =>
      PAIRS.flatMap(([id, slug]): ReadonlyArray<Schema.FilterIssue> => {
        if (request[id] === undefined && request[slug] === undefined) {
          return [{ path: [id], issue: `Expected, unless ${slug} is given` }];
        }
        if (request[id] === undefined || request[slug] === undefined) return [];
        return [{ path: [slug], issue: `Not expected beside ${id}` }];
      }),
    ),
  )
  .annotate({ identifier: "CopyTemplate" });
export type CopyTemplate = typeof CopyTemplate.Type;

/** Which version of which template a copy is of. */
export const CopySource = Schema.Struct({
  sourceProjectId: ProjectId,
  sourceTemplateId: TemplateId,
  sourceVersionNumber: Schema.Int,
});
export type CopySource = typeof CopySource.Type;

/** The response to a copy: the copy, or the template that had its slug already. */
export const TemplateCopy = Schema.Struct({
  id: TemplateId,
  projectId: ProjectId,
  slug: Slug,
  name: Schema.String,
  // Null for a template that had the slug and has nothing published.
  currentVersionNumber: Schema.NullOr(Schema.Int),
  ...CopySource.fields,
  alreadyExisted: Schema.Boolean,
}).annotate({ identifier: "TemplateCopy" });
export type TemplateCopy = typeof TemplateCopy.Type;

/**
 * What a copy is called and the slug it takes: the source's own, or those of a new name.
 *
 * @example A new name brings a slug of its own
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
 * The version that an existing template is reported to be a copy of. A copy of this source says which
 * version it was made from; for any other template it is the version that would be copied now.
 *
 * @example A copy is of the version it was made from, whatever was published since
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
 * @param now The source as the request names it, with its current version.
 * @param origin What the existing template was copied from, if it was.
 */
export function reportedSource(now: CopySource, origin: Option.Option<CopySource>): CopySource {
  return Option.getOrElse(
    Option.filter(origin, ({ sourceTemplateId }) => sourceTemplateId === now.sourceTemplateId),
    () => now,
  );
}
