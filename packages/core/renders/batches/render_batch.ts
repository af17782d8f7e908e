import { Schema } from "effect";

import { StandardSetting } from "../../layouts/mod.ts";
import {
  describeEncoded,
  maxCharacters,
  PageEnd,
  PageQuery,
  RenderBatchId,
  Slug,
  TemplateId,
  TemplateVersionId,
  Timestamp,
} from "../../values/mod.ts";
import { STANDARD_OPTION } from "../render.ts";

/** The maximum number of renders in a batch. */
export const MAX_BATCH_ITEMS = 1000;

/** A render of a batch to submit. */
export const BatchItem = Schema.Struct({
  data: Schema.Record(Schema.String, Schema.Unknown).annotateKey({
    description:
      "The values by the keys of the manifest. Dots in keys mean nesting: `customer.name` is `{ customer: { name } }`.",
  }),
  filename: Schema.optionalKey(Schema.String.check(maxCharacters(255))).annotateKey({
    description:
      "The file name of the PDF when a user saves it: at most 255 characters. Default: the template's slug.",
  }),
}).annotate({ identifier: "BatchItem", description: "The data of a render of a batch." });
export type BatchItem = typeof BatchItem.Type;

/** A batch of renders to submit. */
export const SubmitBatch = Schema.Struct({
  template: Slug.annotateKey({ description: "The slug of the template." }),
  versionNumber: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 31 - 1 })),
  ).annotateKey({
    description: "The version of the template to render. Default: the current version.",
  }),
  standard: Schema.optionalKey(StandardSetting).annotateKey({ description: STANDARD_OPTION }),
  items: Schema.Array(BatchItem)
    .check(Schema.isBetweenLength(1, MAX_BATCH_ITEMS))
    .annotateKey({ description: "The renders, 1 to 1,000." }),
}).annotate({
  identifier: "SubmitBatch",
  description: "A template, and the data of up to 1,000 renders of it.",
});
export type SubmitBatch = typeof SubmitBatch.Type;

/** The status of a batch. */
export const RenderBatchStatus = Schema.Literals(["rendering", "completed"]);
export type RenderBatchStatus = typeof RenderBatchStatus.Type;

/** A batch in the form of the API. */
export const RenderBatch = Schema.Struct({
  id: RenderBatchId.annotateKey({ description: "The ID of the batch." }),
  status: RenderBatchStatus.annotateKey({
    description:
      "`rendering` until every render has succeeded or failed, then `completed`, also when renders failed.",
  }),
  templateId: TemplateId.annotateKey({ description: "The ID of the template." }),
  templateSlug: Slug.annotateKey({ description: "The slug of the template." }),
  templateVersionId: TemplateVersionId.annotateKey({
    description: "The ID of the template version. All renders of the batch have it.",
  }),
  versionNumber: Schema.Int.annotateKey({ description: "The number of the template version." }),
  total: Schema.Int.annotateKey({ description: "The number of renders." }),
  succeeded: Schema.Int.annotateKey({ description: "The number of renders that succeeded." }),
  failed: Schema.Int.annotateKey({
    description: "The number of renders that failed, or that were erased before they ended.",
  }),
  pollUrl: Schema.String.annotateKey({
    description: "The absolute URL to poll, with a project key.",
  }),
  resultUrl: Schema.NullOr(Schema.String).annotateKey({
    description:
      "The absolute URL of all PDFs, with a project key. `null` until the batch is completed.",
  }),
  createdAt: Timestamp.pipe(describeEncoded("When the batch was accepted.")),
  completedAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the last render ended. `null` until then.",
  }),
}).annotate({
  identifier: "RenderBatch",
  description: "Renders of one template version that were submitted together.",
});
export type RenderBatch = typeof RenderBatch.Type;

export const RenderBatchQuery = Schema.Struct(PageQuery);
export type RenderBatchQuery = typeof RenderBatchQuery.Type;

/** A page of batches, newest first. */
export const RenderBatchPage = Schema.Struct({
  batches: Schema.Array(RenderBatch).annotateKey({ description: "The batches, newest first." }),
  ...PageEnd,
}).annotate({ identifier: "RenderBatchPage", description: "A page of batches, newest first." });
export type RenderBatchPage = typeof RenderBatchPage.Type;

/** The form of the result of a batch. */
export const BatchResultQuery = Schema.Struct({
  as: Schema.optionalKey(Schema.Literals(["zip", "pdf"])).annotateKey({
    description:
      "`zip`: the PDF of each render, and `renders.csv` with the result of each. `pdf`: the pages of all PDFs in one file. Default `zip`.",
  }),
}).annotate({ identifier: "BatchResultQuery", description: "The form of the result of a batch." });
export type BatchResultQuery = typeof BatchResultQuery.Type;
