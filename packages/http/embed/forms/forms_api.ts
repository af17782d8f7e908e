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

import { EmbedSessionToken } from "../../_auth/embed_session.ts";
import { IntegratorKey } from "../../_auth/integrator_key.ts";
import { WorkShare } from "../../_limits/work_share.ts";
import { bodyErrors, MAX_DATA_VALUES } from "../../_wire/body/json_body.ts";
import { PayloadOptions } from "../../_wire/body/payload.ts";
import { wire } from "../../_wire/errors/error.ts";
import { RequestShape } from "../../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../../_wire/request/idempotency_key.ts";
import { describeResponses } from "../../_wire/response/describe_responses.ts";
import { Pdf } from "../../_wire/response/pdf_response.ts";
import { FormToSubmit } from "./form_to_submit.ts";

const params = {
  sessionId: Schema.String.annotate({ description: "ID of the session of the token." }),
};

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
          summary: "Submit a form",
          description:
            "Renders the current version of the session's template with the data. The session needs the mode `fill` and the permission `submitForm`. Poll `GET /v1/embed/renders/{id}` with the session token until the render has ended.",
          transform: describeResponses({
            200: "The render of an idempotent replay.",
            202: "The accepted render.",
          }),
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
      .annotateMerge(
        OpenApi.annotations({
          summary: "Preview a form",
          description:
            "Renders the current version of the session's template with the data. The PDF is not stored. The session needs the mode `fill` or `view`, and the permission `preview`.",
          transform: describeResponses({ 200: "The rendered PDF." }),
        }),
      ),
    HttpApiEndpoint.get("get", "/v1/embed/renders/:id", {
      params: { id: Schema.String.annotate({ description: "ID of the render." }) },
      success: Render,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a render of the session",
        description: "The status of a render that this session submitted. Other renders are 404.",
      }),
    ),
  )
  .middleware(EmbedSessionToken)
  .add(
    HttpApiEndpoint.get("list", "/v1/embed/renders", {
      query: FormRenderQuery,
      success: FormRenderPage,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .middleware(IntegratorKey)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List renders of submitted forms",
          description:
            "Renders of all forms of the project, newest first, with their tenant and user. Follow `nextCursor` for the next page.",
        }),
      ),
  ) {}
