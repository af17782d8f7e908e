import {
  AuditTrail,
  Ceremony,
  DeclineSigning,
  DelegatedSigning,
  DelegateSigning,
  EnteredCode,
  FinishSigning,
  FontCharacters,
  FontSubsets,
  HandedOn,
  HandOn,
  SignedDocumentQuery,
  SentCode,
  SigningSession,
  SigningStep,
} from "@paraph/core/builtin_provider";
import { Forbidden } from "@paraph/core/keys";
import { StorageUnavailable } from "@paraph/core/renders";
import { SmsSendFailed } from "@paraph/core/signatures";
import { Conflict, InvalidRequest, NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { PublicLimit } from "../_limits/public_limit.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";
import { htmlPages } from "../_wire/response/openapi.ts";
import { Pdf, pdfResponses } from "../_wire/response/pdf_response.ts";

const Html = HttpApiSchema.StreamUint8Array({ contentType: "text/html" });
const closedPages = htmlPages({
  404: "An HTML page: the link does not work.",
  410: "An HTML page: the request was declined or cancelled, or has expired.",
});
const signingPage = describeResponses({ 200: "The signing page." });
const recipientParams = {
  token: Schema.String.annotate({ description: "Secret token of the recipient's link." }),
};

/** The signing pages of the built-in provider, by the token of a recipient. No key is needed. */
export class SigningApi extends HttpApiGroup.make("signing")
  .add(
    HttpApiEndpoint.get("show", "/sign/:token", {
      params: recipientParams,
      success: Html,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Show the signing page",
        description:
          "The page on which a recipient reads and signs the document. Opening it changes nothing: the script of the page records the view.",
        transform: (operation) => signingPage(closedPages(operation)),
      }),
    ),
    HttpApiEndpoint.get("ceremony", "/sign/:token/ceremony", {
      params: recipientParams,
      success: Ceremony,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the content of the signing page",
        description:
          "The consent text, the fields of the recipient and the values of earlier recipients. Read-only.",
      }),
    ),
    HttpApiEndpoint.get("document", "/sign/:token/document.pdf", {
      params: recipientParams,
      success: Pdf,
      error: [wire(NotFound), wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Download the document to sign",
        description:
          "The document as it was sent. Available until the request is declined, cancelled or expires. Supports range and conditional requests.",
        transform: pdfResponses,
      }),
    ),
    HttpApiEndpoint.get("signed", "/sign/:token/signed.pdf", {
      params: recipientParams,
      query: SignedDocumentQuery,
      success: Pdf,
      error: [wire(InvalidRequest), wire(NotFound), wire(Conflict), wire(StorageUnavailable)],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Download the signed PDF as a recipient",
          description:
            "The signed PDF as an attachment. Returns 409 until all recipients have finished and it is archived. Supports range and conditional requests. With `include=certificate`, the signed PDF and its certificate in one file.",
          transform: pdfResponses,
        }),
      ),
    HttpApiEndpoint.get("certificate", "/sign/:token/certificate.pdf", {
      params: recipientParams,
      success: Pdf,
      error: [wire(NotFound), wire(Conflict), wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Download the certificate as a recipient",
        description:
          "The certificate as an attachment, after the request was completed, declined or cancelled, or has expired. Returns 409 until it is archived. Supports range and conditional requests.",
        transform: pdfResponses,
      }),
    ),
    HttpApiEndpoint.get("audit", "/sign/:token/audit.json", {
      params: recipientParams,
      success: AuditTrail,
      error: [wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Download the audit trail as a recipient",
        description:
          "The audit trail as an attachment, after the request has ended. Returns 409 before.",
      }),
    ),
    HttpApiEndpoint.post("fonts", "/sign/:token/fonts", {
      params: recipientParams,
      payload: FontCharacters,
      success: FontSubsets,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get fonts for a typed signature",
        description:
          "Font subsets for characters that the fonts of the page do not have, so that the page shows the signature as the document will. Read-only.",
      }),
    ),
    HttpApiEndpoint.post("code", "/sign/:token/code", {
      params: recipientParams,
      success: SentCode,
      error: [wire(NotFound), wire(Conflict), wire(Forbidden), wire(SmsSendFailed)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Send a one-time code",
        description:
          "Sends a code of six digits to a recipient with `email_code` or `sms_code`. It is valid for 10 minutes, works once and replaces the last one. Returns 409 within a minute of the last code, longer after several SMS, after too many wrong codes, and for links that need no code.",
      }),
    ),
    HttpApiEndpoint.post("verify", "/sign/:token/verify", {
      params: recipientParams,
      payload: EnteredCode,
      success: SigningSession,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Enter a code",
        description:
          "Starts a session for a recipient who enters the right code; without one, the link shows nothing of the document. Every attempt is in the audit trail. Five wrong codes lock the recipient out for 15 minutes, and twice as long each further time: 409.",
      }),
    ),
    HttpApiEndpoint.post("confirm", "/sign/:token/confirm", {
      params: recipientParams,
      success: SigningStep,
      error: [wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Confirm the name in person",
        description:
          "Records that the recipient who has the device of the host has confirmed their name; before, the link shows nothing of the document. A repeated call changes nothing. Returns 409 when it is not their turn, and for a link that is not for a signature in person.",
      }),
    ),
    HttpApiEndpoint.post("handOn", "/sign/:token/hand-on", {
      params: recipientParams,
      payload: HandOn,
      success: HandedOn,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Hand the device on in person",
        description:
          "Records that a recipient who has the device of the host has confirmed their name, and creates their link. Only for the links of a session in person: its own, and those of recipients who have signed in it. Returns 409 when it is not the recipient's turn.",
      }),
    ),
    HttpApiEndpoint.post("open", "/sign/:token/open", {
      params: recipientParams,
      success: SigningStep,
      error: [wire(NotFound), wire(Forbidden)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Record that the recipient opened the document",
        description:
          "Records the first view, which sets the status to `viewed`. Later calls change nothing.",
      }),
    ),
    HttpApiEndpoint.post("finish", "/sign/:token/finish", {
      params: recipientParams,
      payload: FinishSigning,
      success: SigningStep,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Sign or approve the document",
        description:
          "Validates and records the submission as a whole. Returns 409 before the recipient's turn and after the request has ended. A repeated submission changes nothing.",
      }),
    ),
    HttpApiEndpoint.post("decline", "/sign/:token/decline", {
      params: recipientParams,
      payload: DeclineSigning,
      success: SigningStep,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Decline to sign the document",
        description:
          "Ends the signature request for all recipients. Returns 409 before the recipient's turn and after the request has ended. A repeated call changes nothing.",
      }),
    ),
    HttpApiEndpoint.post("delegate", "/sign/:token/delegate", {
      params: recipientParams,
      payload: DelegateSigning,
      success: DelegatedSigning,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Name another person to sign",
        description:
          "Replaces the recipient of the link by another person, who receives an invitation. The link no longer works, and `signature.recipient_changed` is published. Returns 409 without `allowDelegation` of the request, before the recipient's turn, in a frame of the sender, after three changes of the recipient, and after the request has ended.",
      }),
    ),
  )
  .middleware(PublicLimit) {}
