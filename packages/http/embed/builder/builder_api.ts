import {
  BuilderTemplate,
  BuilderTemplateInfo,
  CreateBuilderTemplate,
  InsertFailed,
  PermissionDenied,
  PreviewLayout,
  Rollback,
  SaveBuilderTemplate,
} from "@paraph/core/embed";
import { InvalidInputData, InvalidLoopKey } from "@paraph/core/manifests";
import { QueueUnavailable } from "@paraph/core/renders";
import {
  DeletedTemplate,
  PublishedTemplate,
  TemplateNotFound,
  VersionConflict,
  VersionInfo,
  VersionNotFound,
} from "@paraph/core/templates";
import { InvalidRequest } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api";

import { BuilderKey } from "../../_auth/builder_caller.ts";
import { IntegratorKey } from "../../_auth/integrator_key.ts";
import { WorkShare } from "../../_limits/work_share.ts";
import { bodyErrors, MAX_DATA_VALUES } from "../../_wire/body/json_body.ts";
import { PayloadOptions } from "../../_wire/body/payload.ts";
import { wire } from "../../_wire/errors/error.ts";
import { RequestShape } from "../../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../../_wire/request/idempotency_key.ts";
import { describeResponses } from "../../_wire/response/describe_responses.ts";
import { Pdf } from "../../_wire/response/pdf_response.ts";

const TemplateList = Schema.Struct({
  templates: Schema.Array(BuilderTemplateInfo).annotateKey({
    description: "Templates, last updated first.",
  }),
}).annotate({
  identifier: "BuilderTemplateList",
  description: "The templates of a project, as the builder lists them.",
});

/** The response to the creation of a template. */
const CreatedTemplate = Schema.Struct({
  documentTemplate: BuilderTemplate.fields.documentTemplate,
  revision: BuilderTemplate.fields.revision,
  currentVersionNumber: BuilderTemplate.fields.currentVersionNumber,
}).annotate({
  identifier: "CreatedBuilderTemplate",
  description: "A new template of the builder, with its draft.",
});

const VersionList = Schema.Struct({
  versions: Schema.Array(VersionInfo).annotateKey({ description: "Versions, newest first." }),
}).annotate({ identifier: "BuilderVersionList", description: "The versions of a template." });

const TEMPLATES = "/v1/embed/builder/templates";
const TEMPLATE = `${TEMPLATES}/:id` as const;
/** Any text: invalid ids are 404. */
const params = { id: Schema.String.annotate({ description: "ID of the template." }) };
const changeErrors = [wire(TemplateNotFound), wire(PermissionDenied)] as const;

/** Drafts of templates, for integrators and for sessions with the permissions. */
export class BuilderApi extends HttpApiGroup.make("builder")
  .add(
    HttpApiEndpoint.post("create", TEMPLATES, {
      headers: idempotentHeaders,
      payload: CreateBuilderTemplate,
      success: CreatedTemplate,
      // An idempotent replay fails if its template was deleted.
      error: [...bodyErrors, wire(PermissionDenied), wire(InsertFailed), wire(TemplateNotFound)],
    })
      .middleware(WorkShare)
      .annotate(PayloadOptions, { verbatim: ["documentTemplate"] })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a template from a draft",
          description:
            "Stores the draft under a new template. Its slug is the name with a random suffix. The draft is published as version 1 if the caller may publish and it can be rendered, unless `publish` is `false`; otherwise it stays a draft. A session needs the permission `saveDraft`.",
          transform: describeResponses({
            200: "The new template, or that of an idempotent replay.",
          }),
        }),
      ),
    HttpApiEndpoint.get("get", TEMPLATE, {
      params,
      query: {
        layout: Schema.optionalKey(Schema.Literals(["draft", "published"])).annotateKey({
          description:
            "Which layout: `draft`, or `published` for that of the current version, which is `null` before the first publication. Default: `draft`.",
        }),
      },
      success: BuilderTemplate,
      error: [wire(InvalidRequest), wire(TemplateNotFound)],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get a template with its draft",
          description:
            "The draft of the template, and whether it differs from the current version. Without a draft, its layout is that of the current version.",
        }),
      ),
    HttpApiEndpoint.put("save", TEMPLATE, {
      params,
      payload: SaveBuilderTemplate,
      success: BuilderTemplate,
      error: [...bodyErrors, ...changeErrors, wire(VersionConflict)],
    })
      .annotate(PayloadOptions, { verbatim: ["documentTemplate"] })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Save a draft",
          description:
            "Replaces the draft without publishing it. Send the `revision` that you edited: if it is no longer current, the response is 409 `version_conflict`. A session needs the permission `saveDraft`, and `rename` to change the name.",
          transform: describeResponses({ 200: "The template with the saved draft." }),
        }),
      ),
    HttpApiEndpoint.delete("remove", TEMPLATE, {
      params,
      success: DeletedTemplate,
      error: changeErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a template of the builder",
        description:
          "Deletes the template; its renders and share links remain. A session needs the permission `delete`.",
        transform: describeResponses({ 200: "The deleted template." }),
      }),
    ),
    HttpApiEndpoint.post("publish", `${TEMPLATE}/publish`, {
      params,
      headers: idempotentHeaders,
      success: PublishedTemplate,
      error: [...changeErrors, wire(InvalidRequest), wire(InvalidLoopKey), wire(VersionConflict)],
    })
      .middleware(WorkShare)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Publish a draft",
          description:
            "Checks the saved draft and publishes it as the next version. Returns 400 with all problems if it cannot be rendered. A session needs the permission `publish`.",
          transform: describeResponses({ 200: "The template with its new version." }),
        }),
      ),
    HttpApiEndpoint.get("versions", `${TEMPLATE}/versions`, {
      params,
      success: VersionList,
      error: wire(TemplateNotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the versions of a template",
        description: "All published versions, newest first.",
      }),
    ),
    HttpApiEndpoint.post("rollback", `${TEMPLATE}/rollback`, {
      params,
      headers: idempotentHeaders,
      payload: Rollback,
      success: PublishedTemplate,
      error: [...bodyErrors, ...changeErrors, wire(VersionNotFound), wire(VersionConflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Publish an earlier version again",
        description:
          "Publishes a copy of the version as the next version, and makes it the draft. A session needs the permission `rollback`.",
        transform: describeResponses({ 200: "The template with its new version." }),
      }),
    ),
    HttpApiEndpoint.post("preview", "/v1/embed/builder/preview", {
      payload: PreviewLayout,
      success: Pdf,
      error: [
        ...bodyErrors,
        wire(PermissionDenied),
        wire(InvalidLoopKey),
        wire(InvalidInputData),
        wire(QueueUnavailable),
      ],
    })
      .middleware(WorkShare)
      .annotate(PayloadOptions, { maxValues: MAX_DATA_VALUES })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Preview a layout",
          description:
            "Renders a layout with your data or with sample data. The PDF is not stored. A session needs the permission `preview`, and any mode except `fill`.",
          transform: describeResponses({ 200: "The rendered PDF." }),
        }),
      ),
  )
  .middleware(BuilderKey)
  .add(
    HttpApiEndpoint.get("list", TEMPLATES, { success: TemplateList })
      .middleware(IntegratorKey)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List templates for the builder",
          description:
            "All templates of the project, last updated first. Only for project keys with embed enabled.",
        }),
      ),
  ) {}
