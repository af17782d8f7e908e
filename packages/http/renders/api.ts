import { InvalidInputData } from "@paraph/core/manifests";
import {
  CreateDownloadUrl,
  DownloadUrl,
  InvoiceQuery,
  MAX_UPLOAD_BYTES,
  PageImageQuery,
  QueueUnavailable,
  Render,
  RenderInputData,
  RenderPage,
  RenderQuery,
  RenderSummary,
  StorageUnavailable,
  SubmitRender,
  UploadDocument,
} from "@paraph/core/renders";
import { NoPublishedVersion, VersionNotFound } from "@paraph/core/templates";
import { Conflict, InvalidRequest, NotFound } from "@paraph/core/values";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { WorkShare } from "../_limits/work_share.ts";
import { bodyErrors, MAX_DATA_VALUES } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";
import { Pdf, pdfResponses } from "../_wire/response/pdf_response.ts";
import { Png } from "../_wire/response/png_response.ts";
import { ExistingTemplate } from "../templates/existing_template.ts";
import { templateParams } from "../templates/template_params.ts";
import { ExistingRender } from "./existing_render.ts";
import { pageParams, renderParams } from "./render_params.ts";

/** An electronic invoice. */
const Xml = HttpApiSchema.StreamUint8Array({ contentType: "application/xml" });

/** A PDF of the maximum size in base64, with line ends (escaped CRLF), and the rest of the body. */
const MAX_UPLOAD_BODY_BYTES = Math.ceil((MAX_UPLOAD_BYTES * 4) / 3) + 2 * 1024 * 1024;

/** Renders: submit, upload, poll, list. */
export class RendersApi extends HttpApiGroup.make("renders")
  .add(
    HttpApiEndpoint.post("submit", "/v1/templates/:slug/render", {
      params: templateParams,
      headers: idempotentHeaders,
      payload: SubmitRender,
      success: [
        RenderSummary.pipe(HttpApiSchema.status(202)),
        RenderSummary.pipe(HttpApiSchema.status(200)),
      ],
      error: [
        ...bodyErrors,
        wire(InvalidInputData),
        wire(VersionNotFound),
        wire(NoPublishedVersion),
        // An idempotent replay fails if its render was erased.
        wire(NotFound),
        wire(QueueUnavailable),
      ],
    })
      .middleware(RequestShape)
      // Outermost: an unknown template is 404, also with an invalid request.
      .middleware(ExistingTemplate)
      .annotate(PayloadOptions, { maxValues: MAX_DATA_VALUES })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Render a template",
          description: [
            "Accepts a render of the current version, or of `options.versionNumber`, and responds before it has",
            "ended. Poll `pollUrl`, use a webhook, or send `options.sync: true` to wait for up to 25 seconds.",
            "The render keeps its version when the template is published again. Idempotent with",
            "`Idempotency-Key` or `jobId`.",
          ].join("\n"),
          transform: describeResponses({
            202: "The accepted render, which has not ended.",
            200: "An idempotent replay, or a render that has ended (`sync`), in its current state.",
          }),
        }),
      ),
    HttpApiEndpoint.post("upload", "/v1/documents", {
      headers: idempotentHeaders,
      payload: UploadDocument,
      success: [Render.pipe(HttpApiSchema.status(201)), Render.pipe(HttpApiSchema.status(200))],
      // An idempotent replay fails if its render was erased.
      error: [...bodyErrors, wire(NotFound), wire(StorageUnavailable)],
    })
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotate(PayloadOptions, { minBytesLimit: MAX_UPLOAD_BODY_BYTES })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Upload a PDF",
          description: [
            "Adds a PDF as a render without a template, which has succeeded: download it, share it, send it for",
            "signature. The file has at most 20 MiB and 2,000 pages. A file that is damaged or encrypted, or that",
            "has scripts, attachments, media or hidden layers, is 400 `invalid_request` with the reason under",
            "`data`.",
          ].join("\n"),
          transform: describeResponses({
            201: "The render, which has succeeded.",
            200: "The render of an idempotent replay, in its current state.",
          }),
        }),
      ),
    HttpApiEndpoint.get("list", "/v1/renders", {
      query: RenderQuery,
      success: RenderPage,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List renders",
          description: [
            "Returns the renders of the project, newest first. Pass `nextCursor` as `cursor` to read the next",
            "page.",
          ].join("\n"),
        }),
      ),
    HttpApiEndpoint.get("get", "/v1/renders/:id", {
      params: renderParams,
      success: Render,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a render",
        description: [
          "Returns the current state of a render. Poll it until `status` is `succeeded` or `failed`; both are",
          "final.",
        ].join("\n"),
      }),
    ),
    HttpApiEndpoint.get("data", "/v1/renders/:id/data", {
      params: renderParams,
      success: RenderInputData,
      error: [wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the data of a render",
        description: [
          "Returns the data that the document was made from, until the render is erased. Returns 404 for an",
          "uploaded PDF, and 409 if a password opens the document.",
        ].join("\n"),
      }),
    ),
    HttpApiEndpoint.get("download", "/v1/renders/:id/download", {
      params: renderParams,
      success: Pdf,
      error: [wire(NotFound), wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Download the PDF of a render",
        description: [
          "Returns the PDF. Returns 404 until the render has succeeded. Supports `Range` and `If-None-Match`.",
        ].join("\n"),
        transform: pdfResponses,
      }),
    ),
    HttpApiEndpoint.get("pageImage", "/v1/renders/:id/pages/:page.png", {
      params: pageParams,
      query: PageImageQuery,
      success: Png,
      error: [wire(InvalidRequest), wire(NotFound), wire(Conflict), wire(StorageUnavailable)],
    })
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get a page of a render as an image",
          description: [
            "Draws a page of the PDF as PNG, for thumbnails and previews. Returns 404 until the render has",
            "succeeded, and for a page that the document does not have. Supports `If-None-Match`.",
          ].join("\n"),
          transform: describeResponses({ 200: "The image." }),
        }),
      ),
    HttpApiEndpoint.get("invoice", "/v1/renders/:id/invoice.xml", {
      params: renderParams,
      query: InvoiceQuery,
      success: Xml,
      error: [wire(InvalidRequest), wire(NotFound)],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get the electronic invoice of a render",
          description: [
            "Returns the invoice as XML, for templates with `einvoice`. It is available as soon as the render is",
            "accepted. Returns 404 if the version of the render has no `einvoice`.",
          ].join("\n"),
          transform: describeResponses({ 200: "The invoice." }),
        }),
      ),
    HttpApiEndpoint.post("createDownloadUrl", "/v1/renders/:id/download-url", {
      params: renderParams,
      payload: CreateDownloadUrl,
      success: DownloadUrl.pipe(HttpApiSchema.status(201)),
      error: [...bodyErrors, wire(Conflict)],
    })
      .middleware(ExistingRender)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a download URL that expires",
          description: [
            "Returns a URL of the PDF that needs no key and expires after `expiresIn` seconds. It also works in",
            "projects without `publicDownloads`. Erasing the render revokes it. Returns 409 until the render has",
            "succeeded.",
          ].join("\n"),
          transform: describeResponses({ 201: "The URL and when it expires." }),
        }),
      ),
    HttpApiEndpoint.delete("remove", "/v1/renders/:id", {
      params: renderParams,
      success: HttpApiSchema.NoContent,
      error: [wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Erase a render",
        description: [
          "Erases the PDF, the data, shares, emails, the form, signature requests that have ended, and the",
          "content of events. This cannot be undone. The response is 409 while the document is out for",
          "signature: cancel the signature request first.",
        ].join("\n"),
        transform: describeResponses({ 204: "The render was erased." }),
      }),
    ),
  )
  .middleware(ProjectKey) {}
