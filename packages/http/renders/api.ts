import { InvalidInputData } from "@paraph/core/manifests";
import {
  QueueUnavailable,
  Render,
  RenderPage,
  RenderQuery,
  RenderSummary,
  SubmitRender,
} from "@paraph/core/renders";
import { NoPublishedVersion, VersionNotFound } from "@paraph/core/templates";
import { Conflict, InvalidRequest, NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { bodyErrors, MAX_DATA_VALUES } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { ExistingTemplate } from "../templates/existing_template.ts";

/** Renders: submit, poll, list. */
export class RendersApi extends HttpApiGroup.make("renders")
  .add(
    HttpApiEndpoint.post("submit", "/v1/templates/:slug/render", {
      params: { slug: Schema.String },
      headers: idempotentHeaders,
      payload: SubmitRender,
      success: [
        RenderSummary.pipe(HttpApiSchema.status(202)),
        RenderSummary.pipe(HttpApiSchema.status(200)),
      ],
      error: [
        ...bodyErrors,
        wire(InvalidInputData),
        wire(VersionNotFound),
        wire(NoPublishedVersion),
        // An idempotent replay fails if its render was erased.
        wire(NotFound),
        wire(QueueUnavailable),
      ],
    })
      .middleware(RequestShape)
      // Outermost: an unknown template is 404, also with an invalid request.
      .middleware(ExistingTemplate)
      .annotate(PayloadOptions, { maxValues: MAX_DATA_VALUES })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Render a template: 202 accepted, 200 replayed or ended (`sync`)",
        }),
      ),
    HttpApiEndpoint.get("list", "/v1/renders", {
      query: RenderQuery,
      success: RenderPage,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .annotateMerge(OpenApi.annotations({ summary: "List renders, newest first" })),
    HttpApiEndpoint.get("get", "/v1/renders/:id", {
      params: { id: Schema.String },
      success: Render,
      error: wire(NotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "Get a render. Poll until it has ended" })),
    HttpApiEndpoint.delete("remove", "/v1/renders/:id", {
      params: { id: Schema.String },
      success: HttpApiSchema.NoContent,
      error: [wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Erase a render with all of its data. This cannot be undone",
      }),
    ),
  )
  .middleware(ProjectKey)
  .annotateMerge(
    OpenApi.annotations({ description: "Renders: PDFs from a template version and data." }),
  ) {}
