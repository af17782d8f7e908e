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
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
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
/** Any text: invalid ids are 404. */
const params = { id: Schema.String };
const changeErrors = [wire(TemplateNotFound), wire(PermissionDenied)] as const;

/** Drafts of templates, for tenants and for sessions with the permissions. */
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
          summary: "Store a new draft. It is published if that is permitted and it is complete",
        }),
      ),
    HttpApiEndpoint.get("get", TEMPLATE, {
      params,
      success: BuilderTemplate,
      error: wire(TemplateNotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "Get a template with its draft" })),
    HttpApiEndpoint.put("save", TEMPLATE, {
      params,
      payload: SaveBuilderTemplate,
      success: BuilderTemplate,
      error: [...bodyErrors, ...changeErrors, wire(VersionConflict)],
    })
      .annotate(PayloadOptions, { verbatim: ["documentTemplate"] })
      .annotateMerge(
        OpenApi.annotations({ summary: "Replace the draft of a revision. Does not publish it" }),
      ),
    HttpApiEndpoint.delete("remove", TEMPLATE, {
      params,
      success: DeletedTemplate,
      error: changeErrors,
    }).annotateMerge(OpenApi.annotations({ summary: "Delete a template. Its renders remain" })),
    HttpApiEndpoint.post("publish", `${TEMPLATE}/publish`, {
      params,
      headers: idempotentHeaders,
      success: PublishedTemplate,
      error: [...changeErrors, wire(InvalidRequest), wire(InvalidLoopKey), wire(VersionConflict)],
    })
      .middleware(WorkShare)
      .annotateMerge(OpenApi.annotations({ summary: "Publish the draft as the next version" })),
    HttpApiEndpoint.get("versions", `${TEMPLATE}/versions`, {
      params,
      success: VersionList,
      error: wire(TemplateNotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "List a template's versions, newest first" })),
    HttpApiEndpoint.post("rollback", `${TEMPLATE}/rollback`, {
      params,
      headers: idempotentHeaders,
      payload: Rollback,
      success: PublishedTemplate,
      error: [...bodyErrors, ...changeErrors, wire(VersionNotFound), wire(VersionConflict)],
    }).annotateMerge(
      OpenApi.annotations({ summary: "Publish an earlier version again, and make it the draft" }),
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
          summary: "Render a layout with data, or with sample data. The PDF is not stored",
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
        "Templates in the builder. A session has access to the template of its scope and to those that " +
        "it created.",
    }),
  ) {}
