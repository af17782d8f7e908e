import {
  Ceremony,
  DeclineSigning,
  FinishSigning,
  FontCharacters,
  FontSubsets,
  SigningStep,
} from "@paraph/core/builtin_provider";
import { Forbidden } from "@paraph/core/keys";
import { StorageUnavailable } from "@paraph/core/renders";
import { Conflict, NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { PublicLimit } from "../_limits/public_limit.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { wire } from "../_wire/errors/error.ts";
import { htmlPages } from "../_wire/response/openapi.ts";
import { Pdf, pdfResponses } from "../_wire/response/pdf_response.ts";

const Html = HttpApiSchema.StreamUint8Array({ contentType: "text/html" });
const closedPages = htmlPages({
  404: "An HTML page: the link does not work",
  410: "An HTML page: the request was declined, cancelled, or has expired",
});
const recipientParams = { token: Schema.String };

/** The signing pages of the built-in provider, by the token of a recipient. No key is needed. */
export class SigningApi extends HttpApiGroup.make("signing")
  .add(
    HttpApiEndpoint.get("show", "/sign/:token", {
      params: recipientParams,
      success: Html,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "The signing page of a recipient. Read-only",
        transform: closedPages,
      }),
    ),
    HttpApiEndpoint.get("ceremony", "/sign/:token/ceremony", {
      params: recipientParams,
      success: Ceremony,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({ summary: "The content of the signing page. Read-only" }),
    ),
    HttpApiEndpoint.get("document", "/sign/:token/document.pdf", {
      params: recipientParams,
      success: Pdf,
      error: [wire(NotFound), wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({ summary: "The original document", transform: pdfResponses }),
    ),
    HttpApiEndpoint.get("signed", "/sign/:token/signed.pdf", {
      params: recipientParams,
      success: Pdf,
      error: [wire(NotFound), wire(Conflict), wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "The sealed document, once all recipients have signed",
        transform: pdfResponses,
      }),
    ),
    HttpApiEndpoint.post("fonts", "/sign/:token/fonts", {
      params: recipientParams,
      payload: FontCharacters,
      success: FontSubsets,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Font subsets for characters of a typed signature. Read-only",
      }),
    ),
    HttpApiEndpoint.post("open", "/sign/:token/open", {
      params: recipientParams,
      success: SigningStep,
      error: [wire(NotFound), wire(Forbidden)],
    }).annotateMerge(
      OpenApi.annotations({ summary: "Record that the recipient opened the document" }),
    ),
    HttpApiEndpoint.post("finish", "/sign/:token/finish", {
      params: recipientParams,
      payload: FinishSigning,
      success: SigningStep,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(OpenApi.annotations({ summary: "Sign or approve the document" })),
    HttpApiEndpoint.post("decline", "/sign/:token/decline", {
      params: recipientParams,
      payload: DeclineSigning,
      success: SigningStep,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(OpenApi.annotations({ summary: "Decline to sign, with a reason" })),
  )
  .middleware(PublicLimit)
  .annotateMerge(
    OpenApi.annotations({
      description:
        "Signing pages of the built-in provider. Calls that change something are rejected " +
        "(403 `forbidden`) if a browser sends them from another site.",
    }),
  ) {}
