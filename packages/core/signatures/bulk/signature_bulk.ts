import { Schema, Struct } from "effect";

import { BatchItem, RenderBatch, SubmitBatch } from "../../renders/mod.ts";
import {
  describeEncoded,
  Issues,
  PageEnd,
  PageQuery,
  RenderBatchId,
  RenderId,
  SignatureBulkId,
  SignatureRequestId,
  Timestamp,
  visibleName,
} from "../../values/mod.ts";
import { CreateSignature } from "../request/signature_request.ts";

/** The maximum number of rows. */
export const MAX_BULK_ROWS = 1000;

const {
  renderId: _renderId,
  recipients,
  name: _name,
  fields,
  anchorTags,
  ...sharedOptions
} = CreateSignature.fields;

/** A document and its recipients. */
export const BulkRow = Schema.Struct({
  ...BatchItem.fields,
  recipients,
  name: Schema.optionalKey(visibleName(255)).annotateKey({
    description: "Name of the request that recipients see. Default: the `name` of all rows.",
  }),
}).annotate({ identifier: "BulkRow", description: "A document to render, and its recipients." });
export type BulkRow = typeof BulkRow.Type;

/** Many signature requests to send. */
export const CreateSignatureBulk = Schema.Struct({
  template: SubmitBatch.fields.template,
  versionNumber: SubmitBatch.fields.versionNumber,
  rows: Schema.Array(BulkRow)
    .check(Schema.isBetweenLength(1, MAX_BULK_ROWS))
    .annotateKey({ description: "The documents, 1 to 1,000." }),
  name: Schema.optionalKey(visibleName(255)).annotateKey({
    description:
      "Name of the requests that recipients see. Default: `Signature request` and the start of the render ID.",
  }),
  fields,
  anchorTags,
  ...sharedOptions,
}).annotate({
  identifier: "CreateSignatureBulk",
  description: "A template, and a document with its recipients for each row.",
});
export type CreateSignatureBulk = typeof CreateSignatureBulk.Type;

const templateOfBatch = Struct.pick(RenderBatch.fields, [
  "templateId",
  "templateSlug",
  "templateVersionId",
  "versionNumber",
]);

/** The status of a bulk request. */
export const SignatureBulkStatus = Schema.Literals(["processing", "completed"]);
export type SignatureBulkStatus = typeof SignatureBulkStatus.Type;

/** A bulk request in the form of the API. */
export const SignatureBulk = Schema.Struct({
  id: SignatureBulkId.annotateKey({ description: "ID of the bulk request." }),
  status: SignatureBulkStatus.annotateKey({
    description:
      "`processing` until every row is sent or has failed, then `completed`, also when rows failed.",
  }),
  batchId: RenderBatchId.annotateKey({
    description: "ID of the batch of renders. `GET /v1/renders?batchId=` lists them.",
  }),
  ...templateOfBatch,
  total: Schema.Int.annotateKey({ description: "Number of rows." }),
  sent: Schema.Int.annotateKey({ description: "Number of rows whose signature request was sent." }),
  failed: Schema.Int.annotateKey({
    description: "Number of rows that failed, or whose render was erased before it was sent.",
  }),
  pollUrl: Schema.String.annotateKey({ description: "Absolute URL to poll, with a project key." }),
  rowsUrl: Schema.String.annotateKey({
    description: "Absolute URL of the results of all rows, with a project key.",
  }),
  createdAt: Timestamp.pipe(describeEncoded("When the bulk request was accepted.")),
  completedAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the last row was sent or failed. `null` until then.",
  }),
}).annotate({
  identifier: "SignatureBulk",
  description: "Signature requests from one template that were created together.",
});
export type SignatureBulk = typeof SignatureBulk.Type;

export const SignatureBulkQuery = Schema.Struct(PageQuery);
export type SignatureBulkQuery = typeof SignatureBulkQuery.Type;

/** A page of bulk requests, newest first. */
export const SignatureBulkPage = Schema.Struct({
  bulks: Schema.Array(SignatureBulk).annotateKey({
    description: "The bulk requests, newest first.",
  }),
  ...PageEnd,
}).annotate({
  identifier: "SignatureBulkPage",
  description: "A page of bulk requests, newest first.",
});
export type SignatureBulkPage = typeof SignatureBulkPage.Type;

/** The status of a row. */
export const BulkRowStatus = Schema.Literals(["pending", "sent", "failed"]);
export type BulkRowStatus = typeof BulkRowStatus.Type;

/** Why a row failed. */
export const BulkRowError = Schema.Struct({
  code: Schema.String.annotateKey({
    description: "Error code of the render or of `POST /v1/signatures`.",
  }),
  message: Schema.String.annotateKey({ description: "What is wrong, as text for people." }),
  issues: Schema.optionalKey(Issues).annotateKey({
    description: "The problems by their paths in the request: `rows.12.recipients.0.role`.",
  }),
}).annotate({ identifier: "BulkRowError", description: "Why a row of a bulk request failed." });
export type BulkRowError = typeof BulkRowError.Type;

/** The result of a row. */
export const BulkRowResult = Schema.Struct({
  row: Schema.Int.annotateKey({ description: "Index of the row in the request, from 0." }),
  renderId: RenderId.annotateKey({ description: "ID of the render." }),
  status: BulkRowStatus.annotateKey({
    description: "`pending` until the request is `sent` or has `failed`.",
  }),
  signatureId: Schema.NullOr(SignatureRequestId).annotateKey({
    description: "ID of the signature request. `null` until it is sent.",
  }),
  error: Schema.NullOr(BulkRowError).annotateKey({
    description: "Why the row failed. `null` otherwise.",
  }),
}).annotate({ identifier: "BulkRowResult", description: "The result of a row of a bulk request." });
export type BulkRowResult = typeof BulkRowResult.Type;

/** The results of all rows. */
export const BulkRowResults = Schema.Struct({
  rows: Schema.Array(BulkRowResult).annotateKey({
    description: "The rows, in the order of the request. Rows with an erased render are missing.",
  }),
}).annotate({
  identifier: "BulkRowResults",
  description: "The results of all rows of a bulk request.",
});
export type BulkRowResults = typeof BulkRowResults.Type;

/** The form of the result of a bulk request. */
export const BulkResultQuery = Schema.Struct({
  as: Schema.optionalKey(Schema.Literals(["csv", "zip"])).annotateKey({
    description:
      "`csv`: a line for each row. `zip`: that list as `rows.csv`, and the signed PDF of each completed request. Default `csv`.",
  }),
}).annotate({
  identifier: "BulkResultQuery",
  description: "The form of the result of a bulk request.",
});
export type BulkResultQuery = typeof BulkResultQuery.Type;
