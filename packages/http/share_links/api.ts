import { ReaderEvent, Recorded } from "@paraph/core/engagement";
import { StorageUnavailable } from "@paraph/core/renders";
import { Gone } from "@paraph/core/shares";
import { NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { PublicLimit } from "../_limits/public_limit.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { wire } from "../_wire/errors/error.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";
import { htmlPages } from "../_wire/response/openapi.ts";
import { Pdf, pdfResponses } from "../_wire/response/pdf_response.ts";

const Html = HttpApiSchema.StreamUint8Array({ contentType: "text/html" });
const Gif = HttpApiSchema.StreamUint8Array({ contentType: "image/gif" });
const unavailablePages = htmlPages({
  404: "An HTML page: the link does not work.",
  410: "An HTML page: the link was revoked or has expired.",
});
const describePage = describeResponses({ 200: "An HTML page with the document." });
const shareParams = {
  token: Schema.String.annotate({ description: "The `shareToken` of the share." }),
};

/** The pages and documents of a share, by its token. No key is needed. */
export class ShareLinksApi extends HttpApiGroup.make("shareLinks")
  .add(
    HttpApiEndpoint.get("show", "/share/:token", {
      params: shareParams,
      success: Html,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Show the page of a share",
        description: [
          "Returns an HTML page that shows the document with the buttons Download and Print. It records",
          "`viewed`, except for `HEAD`, prefetching and the link previews of messengers.",
        ].join("\n"),
        transform: (operation) => unavailablePages(describePage(operation)),
      }),
    ),
    HttpApiEndpoint.get("document", "/share/:token/document.pdf", {
      params: shareParams,
      // Any query is valid: a viewer cannot act on an error.
      query: {
        download: Schema.optionalKey(
          Schema.Union([Schema.String, Schema.Array(Schema.String)]),
        ).annotateKey({ description: "With `1`, browsers save the PDF instead of showing it." }),
      },
      success: Pdf,
      error: wire(StorageUnavailable),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the document of a share",
        description: [
          "Returns the PDF for display in the browser. With `?download=1` it is an attachment, and a complete",
          "download records `downloaded`. Supports `Range` and `If-None-Match`.",
        ].join("\n"),
        transform: (operation) => unavailablePages(pdfResponses(operation)),
      }),
    ),
    HttpApiEndpoint.post("record", "/share/:token/events", {
      params: shareParams,
      payload: ReaderEvent,
      success: Recorded,
      error: [...bodyErrors, wire(NotFound), wire(Gone)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Record an event of a viewer",
        description: [
          "The share page reports here what its viewer does. An event with the same type and IP address",
          "within 5 minutes is a duplicate and is not stored.",
        ].join("\n"),
      }),
    ),
    HttpApiEndpoint.get("pixel", "/t/:id([0-9a-f-]{36}).gif", {
      params: { id: Schema.String.annotate({ description: "The ID of the email." }) },
      success: Gif,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Load the tracking pixel of an email",
        description: [
          "Emails with a share contain this image. Its first request records `email_opened`. The response is",
          "the same for unknown emails.",
        ].join("\n"),
        transform: describeResponses({ 200: "A transparent image of one pixel." }),
      }),
    ),
  )
  .middleware(PublicLimit) {}
