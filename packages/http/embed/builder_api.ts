import {
  BuilderTemplate,
  BuilderTemplateInfo,
  CreateBuilderTemplate,
  DocumentTemplate,
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

import { BuilderKey } from "../_auth/builder_caller.ts";
import { EmbedPartner } from "../_auth/partner_key.ts";
import { WorkShare } from "../_limits/work_share.ts";
import { bodyErrors, MAX_DATA_VALUES } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { repeatableHeaders } from "../_wire/request/idempotency_key.ts";
import { Pdf } from "../_wire/response/pdf_response.ts";

const TemplateList = Schema.Struct({ templates: Schema.Array(BuilderTemplateInfo) }).annotate({
  identifier: "BuilderTemplateList",
});

/** The response to the creation of a template. */
const CreatedTemplate = Schema.Struct({
  documentTemplate: DocumentTemplate,
  revision: BuilderTemplate.fields.revision,
  currentVersionNumber: BuilderTemplate.fields.currentVersionNumber,
}).annotate({ identifier: "CreatedBuilderTemplate" });

const VersionList = Schema.Struct({ versions: Schema.Array(VersionInfo) }).annotate({
  identifier: "BuilderVersionList",
});

const TEMPLATES = "/v1/embed/builder/templates";
const TEMPLATE = `${TEMPLATES}/:id` as const;
/** Any text: what is no id is 404. */
const params = { id: Schema.String };
const changing = [wire(TemplateNotFound), wire(PermissionDenied)] as const;

/** Drafts of templates, for partners and for sessions with the right to each step. */
export class BuilderApi extends HttpApiGroup.make("builder")
  .add(
    HttpApiEndpoint.post("create", TEMPLATES, {
      headers: repeatableHeaders,
      payload: CreateBuilderTemplate,
      success: CreatedTemplate,
      // The template of an idempotency key may be deleted at a replay.
      error: [...bodyErrors, wire(PermissionDenied), wire(InsertFailed), wire(TemplateNotFound)],
    })
      .middleware(WorkShare)
      .annotate(PayloadOptions, { verbatim: ["documentTemplate"] })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Keep a new draft; publish it when that is allowed and it can be drawn",
        }),
      ),
    HttpApiEndpoint.get("get", TEMPLATE, {
      params,
      success: BuilderTemplate,
      error: wire(TemplateNotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "Read a template as the builder shows it" })),
    HttpApiEndpoint.put("save", TEMPLATE, {
      params,
      payload: SaveBuilderTemplate,
      success: BuilderTemplate,
      error: [...bodyErrors, ...changing, wire(VersionConflict)],
    })
      .annotate(PayloadOptions, { verbatim: ["documentTemplate"] })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Keep a draft in place of the one of a revision; publishes nothing",
        }),
      ),
    HttpApiEndpoint.delete("remove", TEMPLATE, {
      params,
      success: DeletedTemplate,
      error: changing,
    }).annotateMerge(OpenApi.annotations({ summary: "Delete a template; its renders stay" })),
    HttpApiEndpoint.post("publish", `${TEMPLATE}/publish`, {
      params,
      headers: repeatableHeaders,
      success: PublishedTemplate,
      error: [...changing, wire(InvalidRequest), wire(InvalidLoopKey), wire(VersionConflict)],
    })
      .middleware(WorkShare)
      .annotateMerge(OpenApi.annotations({ summary: "Make a version of the draft as it is kept" })),
    HttpApiEndpoint.get("versions", `${TEMPLATE}/versions`, {
      params,
      success: VersionList,
      error: wire(TemplateNotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "List a template's versions, newest first" })),
    HttpApiEndpoint.post("rollback", `${TEMPLATE}/rollback`, {
      params,
      headers: repeatableHeaders,
      payload: Rollback,
      success: PublishedTemplate,
      error: [...bodyErrors, ...changing, wire(VersionNotFound), wire(VersionConflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Publish what an earlier version holds once more, and make it the draft",
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
          summary: "Draw a layout with data, or with sample data; nothing of it is kept",
        }),
      ),
  )
  .middleware(BuilderKey)
  .add(
    HttpApiEndpoint.get("list", TEMPLATES, { success: TemplateList })
      .middleware(EmbedPartner)
      .annotateMerge(OpenApi.annotations({ summary: "List templates, newest-updated first" })),
  )
  .annotateMerge(
    OpenApi.annotations({
      description:
        "Templates as the builder works on them. A session sees the one it is about and those that " +
        "it made itself.",
    }),
  ) {}
