import { ReaderEvent, Recorded } from "@paraph/core/engagement";
import { StorageUnavailable } from "@paraph/core/renders";
import { Gone } from "@paraph/core/shares";
import { NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { PublicLimit } from "../_limits/public_limit.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { wire } from "../_wire/errors/error.ts";
import { Pdf, pdfResponses } from "../_wire/response/pdf_response.ts";
import { neutralResponses } from "./neutral.ts";

const Html = HttpApiSchema.StreamUint8Array({ contentType: "text/html" });
const Gif = HttpApiSchema.StreamUint8Array({ contentType: "image/gif" });
const ofShare = { token: Schema.String };

/** What guests see, for whoever knows the token of a share; no key. */
export class ShareLinksApi extends HttpApiGroup.make("shareLinks")
  .add(
    HttpApiEndpoint.get("show", "/share/:token", { params: ofShare, success: Html }).annotateMerge(
      OpenApi.annotations({
        summary: "The page of a share; records `viewed`",
        transform: neutralResponses,
      }),
    ),
    HttpApiEndpoint.get("document", "/share/:token/document.pdf", {
      params: ofShare,
      // Whatever guests write there is no mistake: there is nobody to tell it to.
      query: {
        download: Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)])),
      },
      success: Pdf,
      error: wire(StorageUnavailable),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "The document of a share; `?download=1` saves it and records `downloaded`",
        transform: (operation) => neutralResponses(pdfResponses(operation)),
      }),
    ),
    HttpApiEndpoint.post("record", "/share/:token/events", {
      params: ofShare,
      payload: ReaderEvent,
      success: Recorded,
      error: [...bodyErrors, wire(NotFound), wire(Gone)],
    }).annotateMerge(OpenApi.annotations({ summary: "Record what the reader of a share does" })),
    HttpApiEndpoint.get("pixel", "/t/:id([0-9a-f-]{36}).gif", {
      params: { id: Schema.String },
      success: Gif,
    }).annotateMerge(
      OpenApi.annotations({ summary: "The picture in a mail; records `email_opened`, once" }),
    ),
  )
  .middleware(PublicLimit)
  .annotateMerge(OpenApi.annotations({ description: "What guests see of a document." })) {}
