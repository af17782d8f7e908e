import {
  CreateInPersonSession,
  CreateSigningUrl,
  InPersonSession,
  SignedDocumentQuery,
  SigningUrl,
} from "@paraph/core/builtin_provider";
import { QueueUnavailable, StorageUnavailable } from "@paraph/core/renders";
import {
  CancelSignature,
  CreateSignature,
  DocumentTooLarge,
  InvalidCallback,
  RemindedRecipients,
  UpdateRecipient,
  UpdateSignature,
  validateSignatureRequest,
  SignatureAudit,
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
import { describeResponses } from "../_wire/response/describe_responses.ts";
import { Pdf, pdfResponses } from "../_wire/response/pdf_response.ts";

const params = { id: Schema.String.annotate({ description: "ID of the signature request." }) };

const recipientParams = {
  ...params,
  recipientId: Schema.String.annotate({ description: "ID of the recipient." }),
};

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
        OpenApi.annotations({
          summary: "Send a render for signature",
          description:
            "Checks all fields and anchor tags before it sends the document; if a check fails, nothing is sent. A replay with the same `Idempotency-Key` returns the first request and sends nothing. Unknown fields are rejected. Follow the progress with `signature.*` events or by polling.",
          transform: describeResponses({
            200: "The signature request of an idempotent replay.",
            201: "The new signature request.",
          }),
        }),
      ),
    HttpApiEndpoint.get("list", "/v1/signatures", {
      query: SignatureQuery,
      success: SignaturePage,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List signature requests",
          description:
            "Signature requests of the project, newest first, optionally of one render or with one status. Follow `nextCursor` for the next page.",
        }),
      ),
    HttpApiEndpoint.get("get", "/v1/signatures/:id", {
      params,
      success: SignatureRequest,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a signature request",
        description:
          "The current status of the request and of each recipient. The documents are available when their URLs are not `null`.",
      }),
    ),
    HttpApiEndpoint.post("cancel", "/v1/signatures/:id/cancel", {
      params,
      payload: CancelSignature,
      success: SignatureRequest,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(SignatureProviderError)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Cancel a signature request",
        description:
          "Ends a request that is `sent` or `viewed`; the links of its recipients stop working. Returns 409 if the request has ended or if all recipients have signed.",
        transform: describeResponses({ 200: "The cancelled signature request." }),
      }),
    ),
    HttpApiEndpoint.patch("update", "/v1/signatures/:id", {
      params,
      payload: UpdateSignature,
      success: SignatureRequest,
      error: [...bodyErrors, wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change when a signature request expires",
        description:
          "Gives recipients more or less time. Returns 409 if the request has ended or if all recipients have signed, and 400 if the signature provider does not support it.",
        transform: describeResponses({ 200: "The changed signature request." }),
      }),
    ),
    HttpApiEndpoint.post("remind", "/v1/signatures/:id/remind", {
      params,
      success: RemindedRecipients.pipe(HttpApiSchema.status(202)),
      error: [wire(InvalidRequest), wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Remind recipients",
        description:
          "Sends an email with a new link to every recipient whose turn it is, each at most once an hour. Returns 409 if the request has ended or if all recipients have signed, and 400 if the signature provider does not support it.",
        transform: describeResponses({ 202: "The reminders are queued." }),
      }),
    ),
    HttpApiEndpoint.patch("updateRecipient", "/v1/signatures/:id/recipients/:recipientId", {
      params: recipientParams,
      payload: UpdateRecipient,
      success: SignatureRequest,
      error: [...bodyErrors, wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Correct a recipient",
        description:
          "Changes the name or email address of a recipient who has not finished. All earlier links of the recipient stop working; if it is their turn, they get a new invitation. Returns 409 if the recipient has finished or the request has ended, and 400 if the signature provider does not support it.",
        transform: describeResponses({
          200: "The signature request with the corrected recipient.",
        }),
      }),
    ),
    HttpApiEndpoint.post("resend", "/v1/signatures/:id/recipients/:recipientId/resend", {
      params: recipientParams,
      success: SignatureRequest.pipe(HttpApiSchema.status(202)),
      error: [wire(InvalidRequest), wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Send an invitation again",
        description:
          "Sends another invitation with a new link to a recipient whose turn it is. Earlier links keep working. Returns 409 if it is not their turn or the request has ended, and 400 if the signature provider does not support it.",
        transform: describeResponses({ 202: "The invitation is queued." }),
      }),
    ),
    HttpApiEndpoint.get("download", "/v1/signatures/:id/download", {
      params,
      query: SignedDocumentQuery,
      success: Pdf,
      error: [
        wire(InvalidRequest),
        wire(NotFound),
        wire(Conflict),
        wire(UpstreamError),
        wire(QueueUnavailable),
        wire(StorageUnavailable),
      ],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Download the signed PDF",
          description:
            "The archived PDF as an attachment named `<id>-signed.pdf`. Returns 409 until `signedDownloadUrl` is not `null`. Supports range and conditional requests. With `include=certificate`, the signed PDF and its certificate in one file, named `<id>-signed-with-certificate.pdf`.",
          transform: pdfResponses,
        }),
      ),
    HttpApiEndpoint.get("audit", "/v1/signatures/:id/audit", {
      params,
      success: SignatureAudit,
      error: [wire(InvalidRequest), wire(NotFound), wire(Conflict), wire(UpstreamError)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the audit trail",
        description:
          "All that has happened to the request so far, as a hash chain. Available at any time. Returns 400 for a provider without an audit trail to export, and 409 if the trail was changed in the database.",
      }),
    ),
    HttpApiEndpoint.get("certificate", "/v1/signatures/:id/certificate", {
      params,
      success: Pdf,
      error: [wire(NotFound), wire(Conflict), wire(UpstreamError), wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Download the certificate",
        description:
          "The certificate as a PDF attachment named `<id>-certificate.pdf`: who signed, when and how. It exists for every ending with the built-in provider: completed, declined, cancelled and expired. Returns 409 until `certificateUrl` is not `null`. Supports range and conditional requests.",
        transform: pdfResponses,
      }),
    ),
    HttpApiEndpoint.post("signingUrl", "/v1/signatures/:id/recipients/:recipientId/signing-url", {
      params: {
        ...params,
        recipientId: Schema.String.annotate({ description: "ID of the recipient." }),
      },
      payload: CreateSigningUrl,
      success: SigningUrl.pipe(HttpApiSchema.status(201)),
      error: [...bodyErrors, wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a URL to sign in your page",
        description:
          "Returns a URL that shows the document to a recipient whose turn it is, in a frame of your page. It opens once within 15 minutes, and only pages of the allowed origins of the project can frame it. With the mode `inPerson`, it is for a device of the host, in a frame or not: the recipient first confirms their name, and the evidence says that the signature was given in person. Returns 409 when it is not the recipient's turn, and 400 if the signature provider does not support it.",
        transform: describeResponses({ 201: "The URL." }),
      }),
    ),
    HttpApiEndpoint.post("inPerson", "/v1/signatures/:id/in-person", {
      params,
      payload: CreateInPersonSession,
      success: InPersonSession.pipe(HttpApiSchema.status(201)),
      error: [...bodyErrors, wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a URL to sign in person",
        description:
          "Returns a URL for a device of the host that all recipients sign on, one after the other. The page names the recipient whose turn it is, who confirms their name and signs; then it names the next one. The URL opens once within 15 minutes, and only pages of the allowed origins of the project can frame it. Returns 409 when no recipient can sign, and 400 if the signature provider does not support it.",
        transform: describeResponses({ 201: "The URL." }),
      }),
    ),
  )
  .middleware(ProjectKey) {}

/** The response to a provider. */
const CallbackReceipt = Schema.Struct({
  received: Schema.Literal(true).annotateKey({ description: "Always `true`." }),
}).annotate({ identifier: "Received", description: "The callback was stored." });

/**
 * Callbacks of signature providers, authenticated by the scheme of each provider instead of a key.
 */
export class ProviderCallbacksApi extends HttpApiGroup.make("providerCallbacks").add(
  HttpApiEndpoint.post("receive", "/v1/hooks/signatures/:provider", {
    params: {
      provider: Schema.String.annotate({
        description: "Signature provider: `firma` or `documenso`, if the server uses it.",
      }),
    },
    payload: Schema.Unknown.annotate({ description: "The callback in the provider's format." }),
    success: CallbackReceipt,
    error: [...bodyErrors, wire(NotFound), wire(InvalidCallback)],
  })
    .middleware(PublicLimit)
    .annotateMerge(
      OpenApi.annotations({
        summary: "Receive a callback of a signature provider",
        description:
          "Verifies the signature of the provider over the raw body, then stores the callback. It is processed later; duplicates have no effect.",
      }),
    ),
) {}
