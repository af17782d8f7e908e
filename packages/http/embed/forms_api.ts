import {
  FormRenderPage,
  FormRenderQuery,
  PermissionDenied,
  SessionNotFound,
  SubmitForm,
  TemplateNotResolved,
  WrongMode,
} from "@paraph/core/embed";
import { InvalidInputData } from "@paraph/core/manifests";
import { QueueUnavailable, Render, RenderSummary } from "@paraph/core/renders";
import { InvalidRequest, NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { EmbedSessionToken } from "../_auth/embed_session.ts";
import { EmbedPartner } from "../_auth/partner_key.ts";
import { WorkShare } from "../_limits/work_share.ts";
import { bodyErrors, MAX_DATA_VALUES } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { Pdf } from "../_wire/response/pdf_response.ts";
import { FormToSubmit } from "./form_to_submit.ts";

const params = { sessionId: Schema.String };

/** Forms for the tenants' users, and their renders. */
export class FormsApi extends HttpApiGroup.make("forms")
  .add(
    HttpApiEndpoint.post("submit", "/v1/embed/form-submit/:sessionId", {
      params,
      headers: idempotentHeaders,
      payload: SubmitForm,
      success: [
        RenderSummary.pipe(HttpApiSchema.status(202)),
        RenderSummary.pipe(HttpApiSchema.status(200)),
      ],
      error: [...bodyErrors, wire(InvalidInputData), wire(QueueUnavailable)],
    })
      .middleware(RequestShape)
      // Outermost, so that it fails before the request is validated.
      .middleware(FormToSubmit)
      .annotate(PayloadOptions, { maxValues: MAX_DATA_VALUES })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Submit a form and render its data (202), or replay (200)",
        }),
      ),
    HttpApiEndpoint.post("preview", "/v1/embed/form-preview/:sessionId", {
      params,
      payload: SubmitForm,
      success: Pdf,
      error: [
        ...bodyErrors,
        wire(SessionNotFound),
        wire(WrongMode),
        wire(PermissionDenied),
        wire(TemplateNotResolved),
        wire(InvalidInputData),
        wire(QueueUnavailable),
      ],
    })
      .middleware(WorkShare)
      .annotate(PayloadOptions, { maxValues: MAX_DATA_VALUES })
      .annotateMerge(OpenApi.annotations({ summary: "Preview a form. The PDF is not stored" })),
    HttpApiEndpoint.get("get", "/v1/embed/renders/:id", {
      params: { id: Schema.String },
      success: Render,
      error: wire(NotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "Get a render of this session" })),
  )
  .middleware(EmbedSessionToken)
  .add(
    HttpApiEndpoint.get("list", "/v1/embed/renders", {
      query: FormRenderQuery,
      success: FormRenderPage,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .middleware(EmbedPartner)
      .annotateMerge(
        OpenApi.annotations({ summary: "List renders from forms of the project, newest first" }),
      ),
  )
  .annotateMerge(OpenApi.annotations({ description: "Embedded forms for the tenants' users." })) {}
