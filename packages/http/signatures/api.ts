import { StorageUnavailable } from "@paraph/core/renders";
import {
  CancelSignature,
  CreateSignature,
  DocumentTooLarge,
  InvalidCallback,
  validateSignatureRequest,
  SignatureCreditsExhausted,
  SignaturePage,
  SignatureProviderError,
  SignatureQuery,
  SignatureRequest,
  SignaturesUnavailable,
  UpstreamError,
} from "@paraph/core/signatures";
import { Conflict, InvalidRequest, NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { PublicLimit } from "../_limits/public_limit.ts";
import { WorkShare } from "../_limits/work_share.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { Pdf, pdfResponses } from "../_wire/response/pdf_response.ts";

const params = { id: Schema.String };

/** Signature requests. */
export class SignaturesApi extends HttpApiGroup.make("signatures")
  .add(
    HttpApiEndpoint.post("create", "/v1/signatures", {
      headers: idempotentHeaders,
      payload: CreateSignature,
      success: [
        SignatureRequest.pipe(HttpApiSchema.status(201)),
        SignatureRequest.pipe(HttpApiSchema.status(200)),
      ],
      error: [
        ...bodyErrors,
        wire(SignatureCreditsExhausted),
        wire(NotFound),
        wire(Conflict),
        wire(DocumentTooLarge),
        wire(SignatureProviderError),
        wire(SignaturesUnavailable),
        wire(StorageUnavailable),
      ],
    })
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotate(PayloadOptions, { isStrict: true, problemsOf: validateSignatureRequest })
      .annotateMerge(
        OpenApi.annotations({ summary: "Send a succeeded render for signature; 200 replayed" }),
      ),
    HttpApiEndpoint.get("list", "/v1/signatures", {
      query: SignatureQuery,
      success: SignaturePage,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .annotateMerge(OpenApi.annotations({ summary: "List signature requests, newest first" })),
    HttpApiEndpoint.get("get", "/v1/signatures/:id", {
      params,
      success: SignatureRequest,
      error: wire(NotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "Get a signature request" })),
    HttpApiEndpoint.post("cancel", "/v1/signatures/:id/cancel", {
      params,
      payload: CancelSignature,
      success: SignatureRequest,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(SignatureProviderError)],
    }).annotateMerge(
      OpenApi.annotations({ summary: "Cancel a signature request that has not ended" }),
    ),
    HttpApiEndpoint.get("download", "/v1/signatures/:id/download", {
      params,
      success: Pdf,
      error: [wire(NotFound), wire(Conflict), wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({ summary: "Download the signed PDF", transform: pdfResponses }),
    ),
    HttpApiEndpoint.get("certificate", "/v1/signatures/:id/certificate", {
      params,
      success: Pdf,
      error: [wire(NotFound), wire(Conflict), wire(UpstreamError), wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Download the certificate of completion",
        transform: pdfResponses,
      }),
    ),
  )
  .middleware(ProjectKey)
  .annotateMerge(OpenApi.annotations({ description: "Signature requests for renders." })) {}

/** The response to a provider. */
const Received = Schema.Struct({ received: Schema.Literal(true) }).annotate({
  identifier: "Received",
});

/**
 * Callbacks of signature providers, authenticated by the scheme of each provider instead of a key.
 */
export class ProviderCallbacksApi extends HttpApiGroup.make("providerCallbacks")
  .add(
    HttpApiEndpoint.post("receive", "/v1/hooks/signatures/:provider", {
      params: { provider: Schema.String },
      payload: Schema.Unknown,
      success: Received,
      error: [...bodyErrors, wire(NotFound), wire(InvalidCallback)],
    })
      .middleware(PublicLimit)
      .annotateMerge(
        OpenApi.annotations({ summary: "Receive a callback of a signature provider" }),
      ),
  )
  .annotateMerge(OpenApi.annotations({ description: "Callbacks of signature providers." })) {}
