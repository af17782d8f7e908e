import { InvalidLoopKey } from "@paraph/core/manifests";
import { PageImageQuery } from "@paraph/core/renders";
import {
  CreateTemplate,
  DeletedTemplate,
  NoPublishedVersion,
  PublishedTemplate,
  PublishTemplate,
  SlugConflict,
  Template,
  TemplateDetail,
  TemplateNotFound,
  TemplateVersionDetail,
  VersionConflict,
  VersionInfo,
  VersionNotFound,
} from "@paraph/core/templates";
import { Conflict, InvalidRequest, NotFound, Slug } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { WorkShare } from "../_limits/work_share.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";
import { Png } from "../_wire/response/png_response.ts";
import { templateParams, versionPageParams, versionParams } from "./template_params.ts";

/** All templates of a project that are not deleted. */
const TemplateList = Schema.Struct({
  templates: Schema.Array(Template).annotateKey({
    description: "The templates, newest-updated first.",
  }),
}).annotate({ identifier: "TemplateList", description: "All templates of a project." });

/** All versions of a template. */
const VersionList = Schema.Struct({
  versions: Schema.Array(VersionInfo).annotateKey({ description: "The versions, newest first." }),
}).annotate({ identifier: "TemplateVersionList", description: "All versions of a template." });

/** Sample data of a template. */
const SampleData = Schema.Struct({
  data: Schema.Record(Schema.String, Schema.Unknown).annotateKey({
    description:
      "A valid `data` of `POST /v1/templates/{slug}/render`, by the keys of the manifest.",
  }),
}).annotate({ identifier: "SampleData", description: "Sample data of a template." });

/** Templates: publish, read, delete. */
export class TemplatesApi extends HttpApiGroup.make("templates")
  .add(
    HttpApiEndpoint.get("list", "/v1/templates", { success: TemplateList }).annotateMerge(
      OpenApi.annotations({
        summary: "List templates",
        description:
          "Returns all templates of the project, newest-updated first, without manifests and layouts.",
      }),
    ),
    HttpApiEndpoint.post("create", "/v1/templates", {
      headers: idempotentHeaders,
      payload: CreateTemplate,
      success: [
        PublishedTemplate.pipe(HttpApiSchema.status(201)),
        PublishedTemplate.pipe(HttpApiSchema.status(200)),
      ],
      error: [
        ...bodyErrors,
        wire(InvalidLoopKey),
        wire(SlugConflict),
        wire(VersionConflict),
        // An idempotent replay fails if its template was deleted.
        wire(TemplateNotFound),
      ],
    })
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a template",
          description: [
            "Creates a template and publishes its version 1. Without `slug`, the slug is derived from the name,",
            "with a random suffix if it is taken. Use `PUT /v1/templates/{slug}` to publish further versions.",
            "All problems of manifest and layout are reported at once. Idempotent with `Idempotency-Key`.",
          ].join("\n"),
          transform: describeResponses({
            201: "The new template.",
            200: "An idempotent replay: the first template in its current state.",
          }),
        }),
      ),
    HttpApiEndpoint.put("publish", "/v1/templates/:slug", {
      params: {
        slug: Slug.annotateKey({
          description: "The slug of the template in kebab-case. A `slug` in the body is ignored.",
        }),
      },
      headers: idempotentHeaders,
      payload: PublishTemplate,
      success: [
        PublishedTemplate.pipe(HttpApiSchema.status(201)),
        PublishedTemplate.pipe(HttpApiSchema.status(200)),
      ],
      error: [
        ...bodyErrors,
        wire(InvalidLoopKey),
        wire(SlugConflict),
        wire(VersionConflict),
        // An idempotent replay fails if its template was deleted.
        wire(TemplateNotFound),
      ],
    })
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotate(PayloadOptions, { ignoredFields: ["slug"] })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Publish a template",
          description: [
            "Creates the template with version 1, or publishes the next version of an existing one, also if",
            "nothing changed. Published versions are immutable, and earlier renders keep theirs. Absent fields",
            "are not taken from the previous version. Idempotent with `Idempotency-Key`; a replay publishes no",
            "version.",
          ].join("\n"),
          transform: describeResponses({
            201: "The new template.",
            200: "The template with its next version, or an idempotent replay.",
          }),
        }),
      ),
    HttpApiEndpoint.get("get", "/v1/templates/:slug", {
      params: templateParams,
      success: TemplateDetail,
      error: wire(TemplateNotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a template",
        description: [
          "Returns a template with the manifest, JSON Schema, layout and page settings of its current",
          "version. These are `null` before the first publication.",
        ].join("\n"),
      }),
    ),
    HttpApiEndpoint.delete("remove", "/v1/templates/:slug", {
      params: templateParams,
      success: DeletedTemplate,
      error: wire(TemplateNotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a template",
        description: [
          "Deletes the template and frees its slug. Its renders and their shares remain. New renders with the",
          "slug are rejected with 404 `template_not_found`, and so is a second deletion.",
        ].join("\n"),
      }),
    ),
    HttpApiEndpoint.get("versions", "/v1/templates/:slug/versions", {
      params: templateParams,
      success: VersionList,
      error: wire(TemplateNotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the versions of a template",
        description:
          "Returns all published versions, newest first. A render can request each by its number.",
      }),
    ),
    HttpApiEndpoint.get("version", "/v1/templates/:slug/versions/:versionNumber", {
      params: versionParams,
      success: TemplateVersionDetail,
      error: [wire(TemplateNotFound), wire(VersionNotFound)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a version of a template",
        description:
          "Returns the manifest, JSON Schema, layout and page settings of a published version.",
      }),
    ),
    HttpApiEndpoint.get(
      "pageImage",
      "/v1/templates/:slug/versions/:versionNumber/pages/:page.png",
      {
        params: versionPageParams,
        query: PageImageQuery,
        success: Png,
        error: [
          wire(InvalidRequest),
          wire(TemplateNotFound),
          wire(VersionNotFound),
          wire(NotFound),
          wire(Conflict),
        ],
      },
    )
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get a page of a version as an image",
          description: [
            "Renders a version with its sample data and draws a page as PNG. Nothing is stored, and no render",
            "is created. The header `x-page-count` has the number of pages. Returns 409 if the version cannot",
            "render its sample data. Supports `If-None-Match`.",
          ].join("\n"),
          transform: describeResponses({ 200: "The image." }),
        }),
      ),
    HttpApiEndpoint.get("sampleData", "/v1/templates/:slug/sample-data", {
      params: templateParams,
      success: SampleData,
      error: [wire(TemplateNotFound), wire(NoPublishedVersion)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get sample data of a template",
        description: [
          "Returns data that the current version renders: the preview data of its manifest, and generated",
          "values for the rest.",
        ].join("\n"),
      }),
    ),
  )
  .middleware(ProjectKey) {}
