import { StorageUnavailable } from "@paraph/core/renders";
import { NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { PublicLimit } from "../_limits/public_limit.ts";
import { wire } from "../_wire/errors/error.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";
import { Pdf, pdfResponses } from "../_wire/response/pdf_response.ts";

/** An image whose type its `Content-Type` says. */
const Image = HttpApiSchema.StreamUint8Array({ contentType: "image/*" });

/** Documents and logos at their public URLs. No key is needed. */
export class FilesApi extends HttpApiGroup.make("files").add(
  HttpApiEndpoint.get("download", "/files/:token([A-Za-z0-9_-]{43}).pdf", {
    params: {
      token: Schema.String.annotate({ description: "The secret part of the URL: 43 characters." }),
    },
    success: Pdf,
    error: [wire(NotFound), wire(StorageUnavailable)],
  })
    .middleware(PublicLimit)
    .annotateMerge(
      OpenApi.annotations({
        summary: "Download a PDF at its public URL",
        description: [
          "Returns the PDF of a succeeded render at its `downloadUrl`. The URL is permanent and needs no key:",
          "everyone with the URL can read the document. Returns 404 if the project has no `publicDownloads`.",
          "Supports `Range` and `If-None-Match`.",
        ].join("\n"),
        transform: pdfResponses,
      }),
    ),
  HttpApiEndpoint.get("temporary", "/files/temporary/:token([A-Za-z0-9_-]{96}).pdf", {
    params: {
      token: Schema.String.annotate({ description: "The signed part of the URL: 96 characters." }),
    },
    success: Pdf,
    error: [wire(NotFound), wire(StorageUnavailable)],
  })
    .middleware(PublicLimit)
    .annotateMerge(
      OpenApi.annotations({
        summary: "Download a PDF at a URL that expires",
        description: [
          "Returns the PDF of a URL of `POST /v1/renders/{id}/download-url`, which needs no key. Returns 404",
          "after `expiresAt`, and after the render was erased. Supports `Range` and `If-None-Match`.",
        ].join("\n"),
        transform: pdfResponses,
      }),
    ),
  HttpApiEndpoint.get("logo", "/logos/:id([0-9a-f-]{36})", {
    params: { id: Schema.String.annotate({ description: "The id of the logo, as in `logoUrl`." }) },
    success: Image,
    error: wire(NotFound),
  })
    .middleware(PublicLimit)
    .annotateMerge(
      OpenApi.annotations({
        summary: "Get the logo of a project",
        description: [
          "Returns the logo of a project's `branding`, for pages and emails. Caches may store it forever, because",
          "another logo has another URL.",
        ].join("\n"),
        transform: describeResponses({ 200: "The logo: a PNG, a JPEG or an SVG." }),
      }),
    ),
) {}
