import { StorageUnavailable } from "@paraph/core/renders";
import {
  CreateSignatureDraft,
  DocumentTooLarge,
  RemovedSignatureDraft,
  SendSignatureDraft,
  SignatureCreditsExhausted,
  SignatureDraft,
  SignatureDraftPage,
  SignatureDraftQuery,
  SignatureProviderError,
  SignatureRequest,
  SignaturesUnavailable,
  UpdateSignatureDraft,
} from "@paraph/core/signatures";
import { Conflict, InvalidRequest, NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { WorkShare } from "../_limits/work_share.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";

const params = { id: Schema.String.annotate({ description: "ID of the draft." }) };

/** The errors of sending a draft. */
export const sendErrors = [
  wire(InvalidRequest),
  wire(SignatureCreditsExhausted),
  wire(NotFound),
  wire(Conflict),
  wire(DocumentTooLarge),
  wire(SignatureProviderError),
  wire(SignaturesUnavailable),
  wire(StorageUnavailable),
] as const;

/** Drafts of signature requests. */
export class SignatureDraftsApi extends HttpApiGroup.make("signatureDrafts")
  .add(
    HttpApiEndpoint.post("create", "/v1/signature-drafts", {
      headers: idempotentHeaders,
      payload: CreateSignatureDraft,
      success: [
        SignatureDraft.pipe(HttpApiSchema.status(201)),
        SignatureDraft.pipe(HttpApiSchema.status(200)),
      ],
      error: [...bodyErrors, wire(NotFound)],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a draft of a signature request",
          description:
            "Stores an incomplete body of `POST /v1/signatures` for a render of the project. It is validated when you send it.",
          transform: describeResponses({
            200: "The draft of an idempotent replay.",
            201: "The new draft.",
          }),
        }),
      ),
    HttpApiEndpoint.get("list", "/v1/signature-drafts", {
      query: SignatureDraftQuery,
      success: SignatureDraftPage,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List drafts of signature requests",
          description:
            "Drafts of the project, newest first, sent ones too unless `status` is `open`. Follow `nextCursor` for the next page.",
        }),
      ),
    HttpApiEndpoint.get("get", "/v1/signature-drafts/:id", {
      params,
      success: SignatureDraft,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a draft of a signature request",
        description: "The draft with its request as you stored it.",
      }),
    ),
    HttpApiEndpoint.patch("update", "/v1/signature-drafts/:id", {
      params,
      payload: UpdateSignatureDraft,
      success: SignatureDraft,
      error: [...bodyErrors, wire(NotFound), wire(Conflict)],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a draft of a signature request",
          description:
            "Replaces the request of the draft. With `revision`, a draft that was changed meanwhile is 409. A sent draft is 409.",
          transform: describeResponses({ 200: "The changed draft." }),
        }),
      ),
    HttpApiEndpoint.delete("remove", "/v1/signature-drafts/:id", {
      params,
      success: RemovedSignatureDraft,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a draft of a signature request",
        description: "Deletes the draft. The signature request of a sent draft stays.",
      }),
    ),
    HttpApiEndpoint.post("send", "/v1/signature-drafts/:id/send", {
      params,
      payload: SendSignatureDraft,
      success: [
        SignatureRequest.pipe(HttpApiSchema.status(201)),
        SignatureRequest.pipe(HttpApiSchema.status(200)),
      ],
      error: [...bodyErrors, ...sendErrors],
    })
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Send a draft for signature",
          description:
            "Validates the request of the draft like `POST /v1/signatures` and sends it once, also if several calls run at once. Problems have the same paths as there. After a failure nothing was sent, and the draft is as before. Access codes are part of this request, because drafts do not store them.",
          transform: describeResponses({
            200: "The signature request that was sent before.",
            201: "The new signature request.",
          }),
        }),
      ),
  )
  .middleware(ProjectKey) {}
