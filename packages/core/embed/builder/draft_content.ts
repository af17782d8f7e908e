import { Effect, Option, Result, Schema } from "effect";

import { Einvoice } from "../../einvoices/mod.ts";
import { PageConfigInput } from "../../layouts/mod.ts";
import { InvalidLoopKey, ManifestParts } from "../../manifests/mod.ts";
import type {
  PreparedPublication,
  ProjectDefaults,
  Publication,
  PublishTemplate,
} from "../../templates/mod.ts";
import { InvalidRequest, type Issue, type Issues, issuesOfSchema } from "../../values/mod.ts";
import { type Catalog, catalogManifest } from "../catalogs/catalog.ts";
import { catalogProblems } from "../catalogs/catalog_check.ts";
import type { Draft } from "./builder_template.ts";
import { inferredManifest, embeddedManifest } from "./draft_manifest.ts";

/** A draft that can be published: its manifest and its compiled layout. */
export type DraftContent = PublishTemplate & PreparedPublication;

const decodePageConfig = Schema.decodeUnknownOption(PageConfigInput);
const checkInvoiceShape = Schema.decodeUnknownResult(Schema.NullOr(Einvoice), { errors: "all" });
const checkManifest = Schema.decodeUnknownResult(ManifestParts, { errors: "all" });

/**
 * The content to publish from a layout of the builder: the layout itself, its manifest, given or inferred, and
 * its page settings. Fails with all problems.
 */
export function draftContent(
  name: string,
  layout: Draft["layout"],
  catalog: Catalog | null,
): Result.Result<PublishTemplate, ReadonlyArray<Issue>> {
  if (layout === undefined || layout === null)
    return Result.fail([{ path: "layout", message: "There is nothing to render" }]);
  const { manifest: _, pageConfig, einvoice = null, ...ownLayout } = layout;
  const ownManifest = embeddedManifest(layout);
  const definitions = catalog === null ? undefined : catalogManifest(catalog);
  const manifest = Option.getOrElse(ownManifest, () => inferredManifest(ownLayout, definitions));
  const problem = checkManifest(manifest);
  if (Result.isFailure(problem)) {
    const issues = issuesOfSchema(problem.failure.issue);
    return Result.fail(
      issues.map((issue) => ({ ...issue, path: `layout.manifest.${issue.path}` })),
    );
  }
  const settings = Option.getOrUndefined(decodePageConfig(pageConfig));
  const invoice = checkInvoiceShape(einvoice);
  if (Result.isFailure(invoice)) {
    const issues = issuesOfSchema(invoice.failure.issue);
    return Result.fail(
      issues.map((issue) => ({ ...issue, path: `layout.einvoice.${issue.path}` })),
    );
  }
  const content = { name, manifest, layout: ownLayout, einvoice: invoice.success };
  return Result.succeed(settings === undefined ? content : { ...content, pageConfig: settings });
}

/**
 * Checks and compiles a draft; fails with all problems that prevent rendering.
 */
export const prepareDraft = Effect.fnUntraced(function* (
  publication: Publication["Service"],
  draft: { readonly name: string; readonly layout: Draft["layout"] },
  catalog: Catalog | null,
  defaults: ProjectDefaults,
) {
  const content = yield* Effect.fromResult(draftContent(draft.name, draft.layout, catalog)).pipe(
    Effect.mapError((issues) => InvalidRequest.of(issues)),
  );
  const catalogIssues = catalogProblems(content.manifest, catalog);
  const result = yield* Effect.result(publication.prepare(content, defaults));
  if (Result.isSuccess(result) && catalogIssues.length === 0) {
    return { ...content, ...result.success };
  }
  const problems = Result.isFailure(result) ? layoutIssues(result.failure.issues) : [];
  if (Result.isFailure(result) && result.failure._tag === "invalid_loop_key") {
    if (catalogIssues.length === 0) return yield* InvalidLoopKey.of(problems);
  }
  return yield* InvalidRequest.of([...catalogIssues, ...problems]);
});

/** Moves paths into the layout, where the builder has the manifest and the page settings. */
function layoutIssues({ formErrors, fieldErrors }: Issues): ReadonlyArray<Issue> {
  const fields = Object.entries(fieldErrors).flatMap(([path, messages]) =>
    messages.map((message) => ({ path: insideLayout(path), message })),
  );
  return [...formErrors.map((message) => ({ path: "layout", message })), ...fields];
}

function insideLayout(path: string): string {
  return path === "layout" || path.startsWith("layout.") ? path : `layout.${path}`;
}
