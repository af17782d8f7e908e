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
  404: "A page: the link leads nowhere",
  410: "A page: it was declined, withdrawn, or has expired",
});
const ofRecipient = { token: Schema.String };

/** The signing pages of the built-in provider, by the token of a recipient; no key. */
export class SigningApi extends HttpApiGroup.make("signing")
  .add(
    HttpApiEndpoint.get("show", "/sign/:token", {
      params: ofRecipient,
      success: Html,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "The page that a recipient signs on; changes nothing",
        transform: closedPages,
      }),
    ),
    HttpApiEndpoint.get("ceremony", "/sign/:token/ceremony", {
      params: ofRecipient,
      success: Ceremony,
      error: wire(NotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "What that page shows; changes nothing" })),
    HttpApiEndpoint.get("document", "/sign/:token/document.pdf", {
      params: ofRecipient,
      success: Pdf,
      error: [wire(NotFound), wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({ summary: "The document as it was sent out", transform: pdfResponses }),
    ),
    HttpApiEndpoint.get("signed", "/sign/:token/signed.pdf", {
      params: ofRecipient,
      success: Pdf,
      error: [wire(NotFound), wire(Conflict), wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "The sealed document, once everybody has signed",
        transform: pdfResponses,
      }),
    ),
    HttpApiEndpoint.post("fonts", "/sign/:token/fonts", {
      params: ofRecipient,
      payload: FontCharacters,
      success: FontSubsets,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Font subsets for characters of a typed signature; changes nothing",
      }),
    ),
    HttpApiEndpoint.post("open", "/sign/:token/open", {
      params: ofRecipient,
      success: SigningStep,
      error: [wire(NotFound), wire(Forbidden)],
    }).annotateMerge(
      OpenApi.annotations({ summary: "Tell that the recipient looks at the document" }),
    ),
    HttpApiEndpoint.post("finish", "/sign/:token/finish", {
      params: ofRecipient,
      payload: FinishSigning,
      success: SigningStep,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(OpenApi.annotations({ summary: "Sign or approve the document" })),
    HttpApiEndpoint.post("decline", "/sign/:token/decline", {
      params: ofRecipient,
      payload: DeclineSigning,
      success: SigningStep,
      error: [...bodyErrors, wire(NotFound), wire(Conflict), wire(Forbidden)],
    }).annotateMerge(OpenApi.annotations({ summary: "Decline to sign, with a reason" })),
  )
  .middleware(PublicLimit)
  .annotateMerge(
    OpenApi.annotations({
      description:
        "What recipients of the built-in provider do. Calls that change something are refused " +
        "(403 `forbidden`) when a browser sends them for another site.",
    }),
  ) {}
