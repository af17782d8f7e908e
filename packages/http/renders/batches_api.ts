import { InvalidInputData } from "@paraph/core/manifests";
import {
  BatchResultQuery,
  QueueUnavailable,
  RenderBatch,
  RenderBatchPage,
  RenderBatchQuery,
  SubmitBatch,
} from "@paraph/core/renders";
import { NoPublishedVersion, TemplateNotFound, VersionNotFound } from "@paraph/core/templates";
import { Conflict, InvalidRequest, NotFound } from "@paraph/core/values";
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

const batchParams = { id: Schema.String.annotate({ description: "The ID of the batch." }) };

const Zip = HttpApiSchema.StreamUint8Array({ contentType: "application/zip" });

/** Batches of renders: submit, poll, list, download. */
export class RenderBatchesApi extends HttpApiGroup.make("renderBatches")
  .add(
    HttpApiEndpoint.post("submit", "/v1/renders/batch", {
      headers: idempotentHeaders,
      payload: SubmitBatch,
      success: [
        RenderBatch.pipe(HttpApiSchema.status(202)),
        RenderBatch.pipe(HttpApiSchema.status(200)),
      ],
      error: [
        ...bodyErrors,
        wire(InvalidInputData),
        wire(TemplateNotFound),
        wire(VersionNotFound),
        wire(NoPublishedVersion),
        // An idempotent replay fails if the renders were erased.
        wire(NotFound),
        wire(QueueUnavailable),
      ],
    })
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotate(PayloadOptions, { maxValues: MAX_DATA_VALUES })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Render a template many times",
          description: [
            "Accepts up to 1,000 renders of one template version, all or none of them. Problems of the data",
            "have the path of their item, such as `items.12.data.total`. Each item becomes a render with its own",
            "events; the event `render_batch.completed` follows when all have ended. Idempotent with",
            "`Idempotency-Key`.",
          ].join("\n"),
          transform: describeResponses({
            202: "The accepted batch.",
            200: "An idempotent replay: the batch in its current state.",
          }),
        }),
      ),
    HttpApiEndpoint.get("list", "/v1/renders/batches", {
      query: RenderBatchQuery,
      success: RenderBatchPage,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List batches of renders",
          description: [
            "Returns the batches of the project, newest first. Pass `nextCursor` as `cursor` to read the next",
            "page.",
          ].join("\n"),
        }),
      ),
    HttpApiEndpoint.get("get", "/v1/renders/batches/:id", {
      params: batchParams,
      success: RenderBatch,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a batch of renders",
        description: [
          "Returns the progress of a batch. `GET /v1/renders?batchId=` lists its renders.",
        ].join("\n"),
      }),
    ),
    HttpApiEndpoint.get("result", "/v1/renders/batches/:id/result", {
      params: batchParams,
      query: BatchResultQuery,
      success: Zip,
      error: [wire(InvalidRequest), wire(NotFound), wire(Conflict)],
    })
      .middleware(RequestShape)
      .middleware(WorkShare)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Download the PDFs of a batch",
          description: [
            "Returns the PDFs of all renders that succeeded, in the order of the batch. A ZIP file also has",
            "`renders.csv` with the result of each render. A merged PDF has a bookmark for each render; it is",
            "not PDF/A, and has no attachments. Returns 409 until the batch is completed.",
          ].join("\n"),
          transform: describeFiles(["application/zip", "application/pdf"]),
        }),
      ),
  )
  .middleware(ProjectKey) {}
