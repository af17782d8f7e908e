import { ReaderEvent, Recorded } from "@paraph/core/engagement";
import { StorageUnavailable } from "@paraph/core/renders";
import { Gone } from "@paraph/core/shares";
import { NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { PublicLimit } from "../_limits/public_limit.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { wire } from "../_wire/errors/error.ts";
import { htmlPages } from "../_wire/response/openapi.ts";
import { Pdf, pdfResponses } from "../_wire/response/pdf_response.ts";

const Html = HttpApiSchema.StreamUint8Array({ contentType: "text/html" });
const Gif = HttpApiSchema.StreamUint8Array({ contentType: "image/gif" });
const unavailablePages = htmlPages({
  404: "An HTML page: the link does not work",
  410: "An HTML page: the link was revoked or has expired",
});
const shareParams = { token: Schema.String };

/** The pages and documents of a share, by its token. No key is needed. */
export class ShareLinksApi extends HttpApiGroup.make("shareLinks")
  .add(
    HttpApiEndpoint.get("show", "/share/:token", {
      params: shareParams,
      success: Html,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "The page of a share; records `viewed`",
        transform: unavailablePages,
      }),
    ),
    HttpApiEndpoint.get("document", "/share/:token/document.pdf", {
      params: shareParams,
      // Any query is valid: a viewer cannot act on an error.
      query: {
        download: Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)])),
      },
      success: Pdf,
      error: wire(StorageUnavailable),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "The document of a share; `?download=1` saves it and records `downloaded`",
        transform: (operation) => unavailablePages(pdfResponses(operation)),
      }),
    ),
    HttpApiEndpoint.post("record", "/share/:token/events", {
      params: shareParams,
      payload: ReaderEvent,
      success: Recorded,
      error: [...bodyErrors, wire(NotFound), wire(Gone)],
    }).annotateMerge(OpenApi.annotations({ summary: "Record an event of a viewer" })),
    HttpApiEndpoint.get("pixel", "/t/:id([0-9a-f-]{36}).gif", {
      params: { id: Schema.String },
      success: Gif,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "The tracking pixel of an email; records `email_opened` once",
      }),
    ),
  )
  .middleware(PublicLimit)
  .annotateMerge(OpenApi.annotations({ description: "Shared documents for their viewers." })) {}
