import { Context, Schema, type Effect } from "effect";

import type { InputData } from "../manifests/mod.ts";
import type { CompiledVersion } from "../templates/mod.ts";

/** Why a document cannot be rendered; the same input fails the same way again (contract §6). */
export const RenderFaultCode = Schema.Literals([
  "image_unreadable",
  "glyph_missing",
  "render_timeout",
  "render_failed",
]);
export type RenderFaultCode = typeof RenderFaultCode.Type;

/** A fault of data or layout: the render fails at once and is not tried again. */
export class RenderFault extends Schema.TaggedError<RenderFault>()("render_fault", {
  code: RenderFaultCode,
  message: Schema.String,
}) {}

/** The renderer failed for a reason outside of the input (a dead thread, no memory): the render is retried. */
export class RendererUnavailable extends Schema.TaggedError<RendererUnavailable>()(
  "renderer_unavailable",
  { message: Schema.String },
) {}

/** A published version and data that matches its manifest. A renderer may cache by the version's id. */
export interface RenderInput {
  readonly version: CompiledVersion;
  readonly data: InputData;
}

/** A finished document. */
export interface RenderedPdf {
  readonly bytes: Uint8Array;
  readonly pageCount: number;
}

/** Renders documents. Rendering is deterministic: equal input gives equal bytes. */
export class PdfRenderer extends Context.Service<
  PdfRenderer,
  {
    readonly render: (
      input: RenderInput,
    ) => Effect.Effect<RenderedPdf, RenderFault | RendererUnavailable>;
  }
>()("@paraph/core/renders/PdfRenderer") {}
