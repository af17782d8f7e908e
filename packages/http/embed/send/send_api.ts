import {
  PermissionDenied,
  SaveSendDraft,
  SendDraft,
  SessionNotFound,
  WrongMode,
} from "@paraph/core/embed";
import { Render, StorageUnavailable } from "@paraph/core/renders";
import { SignatureDraft, SignatureRequest } from "@paraph/core/signatures";
import { Conflict, NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { EmbedSessionToken } from "../../_auth/embed_session.ts";
import { WorkShare } from "../../_limits/work_share.ts";
import { bodyErrors } from "../../_wire/body/json_body.ts";
import { wire } from "../../_wire/errors/error.ts";
import { RequestShape } from "../../_wire/errors/request_shape.ts";
import { describeResponses } from "../../_wire/response/describe_responses.ts";
import { Pdf, pdfResponses } from "../../_wire/response/pdf_response.ts";
import { sendErrors } from "../../signatures/drafts_api.ts";

const params = {
  sessionId: Schema.String.annotate({ description: "ID of the session of the token." }),
};

/** The errors of every request of a send page. */
const sessionErrors = [
  wire(SessionNotFound),
  wire(WrongMode),
  wire(PermissionDenied),
  wire(NotFound),
] as const;

/** What a send page shows first. */
const SendState = Schema.Struct({
  render: Render.annotateKey({ description: "The render of the session." }),
  draft: Schema.NullOr(SignatureDraft).annotateKey({
    description: "The newest draft of the render that was not sent. `null` without one.",
  }),
}).annotate({ identifier: "SendState", description: "The render of a send page and its draft." });

/** The page on which a tenant's users prepare a render and send it for signature. */
export class EmbedSendApi extends HttpApiGroup.make("embedSend")
  .add(
    HttpApiEndpoint.get("state", "/v1/embed/send/:sessionId", {
      params,
      success: SendState,
      error: sessionErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the render and the draft of a send page",
        description:
          "The render of the session, which needs the mode `send` and the permission `send`, and its newest draft.",
      }),
    ),
    HttpApiEndpoint.get("document", "/v1/embed/send/:sessionId/document", {
      params,
      success: Pdf,
      error: [...sessionErrors, wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Download the PDF of a send page",
        description: "The PDF of the session's render. Returns 404 until the render has succeeded.",
        transform: pdfResponses,
      }),
    ),
    HttpApiEndpoint.put("save", "/v1/embed/send/:sessionId/draft", {
      params,
      payload: SaveSendDraft,
      success: SignatureDraft,
      error: [...bodyErrors, ...sessionErrors, wire(Conflict)],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Save the draft of a send page",
          description:
            "Replaces the request of a draft of the session's render. Without `draftId`, creates the draft of the session once.",
          transform: describeResponses({ 200: "The saved draft." }),
        }),
      ),
    HttpApiEndpoint.post("send", "/v1/embed/send/:sessionId/send", {
      params,
      payload: SendDraft,
      success: [
        SignatureRequest.pipe(HttpApiSchema.status(201)),
        SignatureRequest.pipe(HttpApiSchema.status(200)),
      ],
      error: [...bodyErrors, ...sessionErrors, ...sendErrors],
    })
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Send the draft of a send page for signature",
          description:
            "Sends a draft of the session's render once, like `POST /v1/signature-drafts/{id}/send`.",
          transform: describeResponses({
            200: "The signature request that was sent before.",
            201: "The new signature request.",
          }),
        }),
      ),
  )
  .middleware(EmbedSessionToken) {}
