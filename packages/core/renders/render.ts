import { Schema } from "effect";

import { StandardSetting } from "../layouts/mod.ts";
import {
  characters,
  describeEncoded,
  maxCharacters,
  PageEnd,
  PageQuery,
  RenderBatchId,
  RenderId,
  Slug,
  TemplateId,
  TemplateVersionId,
  Timestamp,
  Warning,
} from "../values/mod.ts";
import { EncryptionKind, EncryptOptions } from "./documents/document_encryption.ts";
import { RenderErrorCode } from "./pdf_renderer.ts";
import { RenderStatus } from "./render_status.ts";
import { SigningFieldPlace } from "./signing_field_place.ts";

/** The origin of a render. */
export const RenderSource = Schema.Literals(["api", "webhook", "form", "upload"]);
export type RenderSource = typeof RenderSource.Type;

/** The origin of a render of a template. */
export type TemplateSource = Exclude<RenderSource, "upload">;

/** What the option `standard` of renders and batches does. */
export const STANDARD_OPTION =
  "The standard that the PDF conforms to, in place of the one of the layout: `pdf/a-2b`, `pdf/a-2u`, `pdf/a-3b`, `pdf/a-3u` or `pdf/ua-1`, or a list of a PDF/A and `pdf/ua-1`. Default: the standard of the layout.";

/** The options of a render. */
export const RenderOptions = Schema.Struct({
  versionNumber: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 31 - 1 })),
  ).annotateKey({
    description: "The version of the template to render. Default: the current version.",
  }),
  filename: Schema.optionalKey(Schema.String.check(maxCharacters(255))).annotateKey({
    description:
      "The file name of the PDF when a user saves it: at most 255 characters. Default: the template's slug.",
  }),
  encrypt: Schema.optionalKey(EncryptOptions).annotateKey({
    description: "Encrypts the PDF with AES-256. Default: it is not encrypted.",
  }),
  standard: Schema.optionalKey(StandardSetting).annotateKey({ description: STANDARD_OPTION }),
  sync: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "Whether to respond when the render has ended, or after 25 seconds at the latest. Default `false`.",
  }),
}).annotate({ identifier: "RenderOptions", description: "The options of a render." });
export type RenderOptions = typeof RenderOptions.Type;

/** A render to submit: the data and the options (contract §6). */
export const SubmitRender = Schema.Struct({
  data: Schema.Record(Schema.String, Schema.Unknown).annotateKey({
    description:
      "The values by the keys of the manifest. Dots in keys mean nesting: `customer.name` is `{ customer: { name } }`.",
  }),
  jobId: Schema.optionalKey(Schema.String.check(characters(1, 200))).annotateKey({
    description:
      "An idempotency key of 1 to 200 characters, for clients that cannot set `Idempotency-Key`. The header takes precedence.",
  }),
  options: Schema.optionalKey(RenderOptions).annotateKey({
    description: "The options of the render.",
  }),
}).annotate({ identifier: "SubmitRender", description: "The data and options of a render." });
export type SubmitRender = typeof SubmitRender.Type;

/** A render in the response to its submission. */
export const RenderSummary = Schema.Struct({
  id: RenderId.annotateKey({ description: "The ID of the render." }),
  status: RenderStatus.annotateKey({
    description:
      "`queued`, then `rendering`, then `succeeded` or `failed`. A retried render is `queued` again.",
  }),
  pollUrl: Schema.String.annotateKey({
    description: "The absolute URL to poll, with a project key.",
  }),
  downloadUrl: Schema.NullOr(Schema.String).annotateKey({
    description:
      "The permanent public URL of the PDF. It needs no key. `null` until the render succeeds, and in projects without `publicDownloads`.",
  }),
  errorMessage: Schema.NullOr(Schema.String).annotateKey({
    description: "The reason for the failure, as text for people. `null` until the render fails.",
  }),
  createdAt: Timestamp.pipe(describeEncoded("When the render was accepted.")),
  templateVersionId: Schema.NullOr(TemplateVersionId).annotateKey({
    description:
      "The ID of the template version. Later publications do not change it. `null` for an uploaded PDF.",
  }),
  versionNumber: Schema.NullOr(Schema.Int).annotateKey({
    description: "The number of the template version. `null` for an uploaded PDF.",
  }),
}).annotate({
  identifier: "RenderSummary",
  description: "A render in the response to its submission.",
});
export type RenderSummary = typeof RenderSummary.Type;

/** A render with all its fields. */
export const Render = Schema.Struct({
  ...RenderSummary.fields,
  templateId: Schema.NullOr(TemplateId).annotateKey({
    description: "The ID of the template. `null` for an uploaded PDF.",
  }),
  templateSlug: Schema.NullOr(Slug).annotateKey({
    description: "The slug of the template. `null` for an uploaded PDF.",
  }),
  source: RenderSource.annotateKey({
    description:
      "`api`, `webhook` (an inbound webhook), `form` (an embedded form) or `upload` (an uploaded PDF).",
  }),
  batchId: Schema.NullOr(RenderBatchId).annotateKey({
    description: "The ID of the batch that the render belongs to. `null` for a single render.",
  }),
  filename: Schema.NullOr(Schema.String).annotateKey({
    description:
      "The file name in the request. `null`: the PDF has the name of the template's slug.",
  }),
  errorCode: Schema.NullOr(RenderErrorCode).annotateKey({
    description: "The reason for the failure, as a code. `null` until the render fails.",
  }),
  pageCount: Schema.NullOr(Schema.Int).annotateKey({
    description: "The number of pages of the PDF. `null` until the render succeeds.",
  }),
  byteSize: Schema.NullOr(Schema.Int).annotateKey({
    description: "The size of the PDF in bytes. `null` until the render succeeds.",
  }),
  sha256: Schema.NullOr(Schema.String).annotateKey({
    description: "The SHA-256 of the PDF in hex. `null` until the render succeeds.",
  }),
  startedAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When a worker started the render. `null` until then.",
  }),
  completedAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the render succeeded or failed. `null` until then.",
  }),
  warnings: Schema.Array(Warning).annotateKey({
    description:
      "Problems that did not fail the render: characters that no font has, and text that does not fit its box. `path` is the field in the layout, such as `layout.schemas.0.3`. At most 20.",
  }),
  signingFields: Schema.Array(SigningFieldPlace).annotateKey({
    description:
      "The signing fields of the layout at their places in the PDF. Empty without any, and until the render succeeds.",
  }),
  encryption: Schema.NullOr(EncryptionKind).annotateKey({
    description:
      "`password` if only a password opens the PDF, `permissions` if it opens without one and is restricted, `null` if it is not encrypted.",
  }),
  standard: Schema.NullOr(StandardSetting).annotateKey({
    description: "The `standard` in the request. `null`: the PDF has the standard of its layout.",
  }),
  durationMs: Schema.NullOr(Schema.Int).annotateKey({
    description: "The milliseconds from `startedAt` to `completedAt`. `null` until both are known.",
  }),
}).annotate({
  identifier: "Render",
  description: "A PDF from a template version and data, or an uploaded PDF.",
});
export type Render = typeof Render.Type;

/** A render by its id, or one of the project that was loaded. */
export type RenderRef = string | Render;

export const RenderQuery = Schema.Struct({
  ...PageQuery,
  status: Schema.optionalKey(RenderStatus).annotateKey({
    description: "Only renders with this status.",
  }),
  template: Schema.optionalKey(Slug).annotateKey({
    description: "Only renders of the template with this slug.",
  }),
  batchId: Schema.optionalKey(RenderBatchId).annotateKey({
    description: "Only renders of this batch.",
  }),
  source: Schema.optionalKey(RenderSource).annotateKey({
    description: "Only renders with this origin.",
  }),
});
export type RenderQuery = typeof RenderQuery.Type;

/** A page of renders, newest first. */
export const RenderPage = Schema.Struct({
  renders: Schema.Array(Render).annotateKey({ description: "The renders, newest first." }),
  ...PageEnd,
}).annotate({ identifier: "RenderPage", description: "A page of renders, newest first." });
export type RenderPage = typeof RenderPage.Type;
