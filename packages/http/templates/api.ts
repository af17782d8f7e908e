import { InvalidLoopKey } from "@paraph/core/manifests";
import {
  CreateTemplate,
  DeletedTemplate,
  PublishedTemplate,
  PublishTemplate,
  SlugConflict,
  Template,
  TemplateDetail,
  TemplateNotFound,
  VersionConflict,
  VersionInfo,
} from "@paraph/core/templates";
import { Slug } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { WorkShare } from "../_limits/work_share.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";

/** All templates of a project that are not deleted. */
const TemplateList = Schema.Struct({ templates: Schema.Array(Template) }).annotate({
  identifier: "TemplateList",
});

/** All versions of a template. */
const VersionList = Schema.Struct({ versions: Schema.Array(VersionInfo) }).annotate({
  identifier: "TemplateVersionList",
});

/** Any text: invalid slugs are 404. */
const params = { slug: Schema.String };

/** Templates: publish, read, delete. */
export class TemplatesApi extends HttpApiGroup.make("templates")
  .add(
    HttpApiEndpoint.get("list", "/v1/templates", { success: TemplateList }).annotateMerge(
      OpenApi.annotations({ summary: "List templates, newest-updated first" }),
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
          summary: "Create a template under a new slug (201), or replay (200)",
        }),
      ),
    HttpApiEndpoint.put("publish", "/v1/templates/:slug", {
      params: { slug: Slug },
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
      .annotate(PayloadOptions, { ignored: ["slug"] })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a template (201), publish its next version (200), or replay (200)",
        }),
      ),
    HttpApiEndpoint.get("get", "/v1/templates/:slug", {
      params,
      success: TemplateDetail,
      error: wire(TemplateNotFound),
    }).annotateMerge(
      OpenApi.annotations({ summary: "Get a template with the content of its current version" }),
    ),
    HttpApiEndpoint.delete("remove", "/v1/templates/:slug", {
      params,
      success: DeletedTemplate,
      error: wire(TemplateNotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a template. Its renders remain, its slug can be used again",
      }),
    ),
    HttpApiEndpoint.get("versions", "/v1/templates/:slug/versions", {
      params,
      success: VersionList,
      error: wire(TemplateNotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "List a template's versions, newest first" })),
  )
  .middleware(ProjectKey)
  .annotateMerge(
    OpenApi.annotations({
      description: "Layouts and their variables. Published versions are immutable.",
    }),
  ) {}
