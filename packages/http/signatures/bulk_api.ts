import { InvalidInputData } from "@paraph/core/manifests";
import { QueueUnavailable } from "@paraph/core/renders";
import {
  BulkResultQuery,
  BulkRowResults,
  CreateSignatureBulk,
  SignatureBulk,
  SignatureBulkPage,
  SignatureBulkQuery,
  SignaturesUnavailable,
  validateSignatureBulk,
} from "@paraph/core/signatures";
import { NoPublishedVersion, TemplateNotFound, VersionNotFound } from "@paraph/core/templates";
import { InvalidRequest, NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { WorkShare } from "../_limits/work_share.ts";
import { bodyErrors, MAX_DATA_VALUES } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { describeFiles, describeResponses } from "../_wire/response/describe_responses.ts";

const bulkParams = { id: Schema.String.annotate({ description: "ID of the bulk request." }) };

const ResultFile = HttpApiSchema.StreamUint8Array({ contentType: "application/zip" });

/** Many signature requests from one template. */
export class SignatureBulksApi extends HttpApiGroup.make("signatureBulks")
  .add(
    HttpApiEndpoint.post("create", "/v1/signatures/bulk", {
      headers: idempotentHeaders,
      payload: CreateSignatureBulk,
      success: [
        SignatureBulk.pipe(HttpApiSchema.status(202)),
        SignatureBulk.pipe(HttpApiSchema.status(200)),
      ],
      error: [
        ...bodyErrors,
        wire(InvalidInputData),
        wire(TemplateNotFound),
        wire(VersionNotFound),
        wire(NoPublishedVersion),
        // An idempotent replay fails if the renders were erased.
        wire(NotFound),
        wire(SignaturesUnavailable),
        wire(QueueUnavailable),
      ],
    })
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotate(PayloadOptions, {
        isStrict: true,
        maxValues: MAX_DATA_VALUES,
        problemsOf: validateSignatureBulk,
      })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Send many documents for signature",
          description:
            "Accepts up to 1,000 rows, all or none of them: a document of the template and its recipients each. Every row is rendered, and sent when its render has succeeded. A row that fails does not stop the others. The event `signature_bulk.completed` follows when all have ended. Idempotent with `Idempotency-Key`. Unknown fields are rejected.",
          transform: describeResponses({
            202: "The accepted bulk request.",
            200: "An idempotent replay: the bulk request in its current state.",
          }),
        }),
      ),
    HttpApiEndpoint.get("list", "/v1/signatures/bulk", {
      query: SignatureBulkQuery,
      success: SignatureBulkPage,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List bulk requests",
          description: "Bulks of the project, newest first. Follow `nextCursor` for the next page.",
        }),
      ),
    HttpApiEndpoint.get("get", "/v1/signatures/bulk/:id", {
      params: bulkParams,
      success: SignatureBulk,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a bulk request",
        description: "The progress of a bulk request.",
      }),
    ),
    HttpApiEndpoint.get("rows", "/v1/signatures/bulk/:id/rows", {
      params: bulkParams,
      success: BulkRowResults,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the rows of a bulk request",
        description: "The result of each row so far, with the IDs of its render and its request.",
      }),
    ),
    HttpApiEndpoint.get("result", "/v1/signatures/bulk/:id/result", {
      params: bulkParams,
      query: BulkResultQuery,
      success: ResultFile,
      error: [wire(InvalidRequest), wire(NotFound)],
    })
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Download the result of a bulk request",
          description:
            "The rows so far as CSV, with the status of each signature request; or a ZIP file with this list and the signed PDFs of the completed requests.",
          transform: describeFiles(["text/csv", "application/zip"]),
        }),
      ),
  )
  .middleware(ProjectKey) {}
