import { Schema } from "effect";

import {
  characters,
  maxCharacters,
  PageQuery,
  RenderId,
  Slug,
  TemplateId,
  TemplateVersionId,
  Timestamp,
} from "../values/mod.ts";
import { RenderFaultCode } from "./pdf_renderer.ts";
import { RenderStatus } from "./render_status.ts";

/** The origin of a render. */
export const RenderSource = Schema.Literals(["api", "webhook", "form"]);
export type RenderSource = typeof RenderSource.Type;

/** An idempotency key in the body: 1 to 200 characters. */
const JobId = Schema.String.check(characters(1, 200));

/** The options of a render. */
export const RenderOptions = Schema.Struct({
  versionNumber: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 31 - 1 })),
  ),
  filename: Schema.optionalKey(Schema.String.check(maxCharacters(255))),
  sync: Schema.optionalKey(Schema.Boolean),
}).annotate({ identifier: "RenderOptions" });
export type RenderOptions = typeof RenderOptions.Type;

/** A render to submit: the data and the options (contract §6). */
export const SubmitRender = Schema.Struct({
  data: Schema.Record(Schema.String, Schema.Unknown),
  jobId: Schema.optionalKey(JobId),
  options: Schema.optionalKey(RenderOptions),
}).annotate({ identifier: "SubmitRender" });
export type SubmitRender = typeof SubmitRender.Type;

/** A render in the response to its submission. */
export const RenderSummary = Schema.Struct({
  id: RenderId,
  status: RenderStatus,
  pollUrl: Schema.String,
  downloadUrl: Schema.NullOr(Schema.String),
  errorMessage: Schema.NullOr(Schema.String),
  createdAt: Timestamp,
  templateVersionId: TemplateVersionId,
  versionNumber: Schema.Int,
}).annotate({ identifier: "RenderSummary" });
export type RenderSummary = typeof RenderSummary.Type;

/** A render with all its fields. */
export const Render = Schema.Struct({
  ...RenderSummary.fields,
  templateId: TemplateId,
  templateSlug: Slug,
  source: RenderSource,
  filename: Schema.NullOr(Schema.String),
  errorCode: Schema.NullOr(RenderFaultCode),
  pageCount: Schema.NullOr(Schema.Int),
  byteSize: Schema.NullOr(Schema.Int),
  sha256: Schema.NullOr(Schema.String),
  startedAt: Schema.NullOr(Timestamp),
  completedAt: Schema.NullOr(Timestamp),
  durationMs: Schema.NullOr(Schema.Int),
}).annotate({ identifier: "Render" });
export type Render = typeof Render.Type;

export const RenderQuery = Schema.Struct({
  ...PageQuery,
  status: Schema.optionalKey(RenderStatus),
  template: Schema.optionalKey(Slug),
});
export type RenderQuery = typeof RenderQuery.Type;

/** A page of renders, newest first. */
export const RenderPage = Schema.Struct({
  renders: Schema.Array(Render),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
}).annotate({ identifier: "RenderPage" });
export type RenderPage = typeof RenderPage.Type;
