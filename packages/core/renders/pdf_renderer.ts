import { Context, Schema, type Effect } from "effect";

import type { InputData } from "../manifests/mod.ts";
import type { CompiledVersion } from "../templates/mod.ts";

/** Why a document cannot be drawn; the same input fails the same way again (contract §6). */
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

/** A fault of the surroundings (a thread that died, no memory): the render is tried again. */
export class RendererUnavailable extends Schema.TaggedError<RendererUnavailable>()(
  "renderer_unavailable",
  { message: Schema.String },
) {}

/** A published version, and data that fits it. A renderer may keep what it makes of a version under its id. */
export interface Drawing {
  readonly version: CompiledVersion;
  readonly data: InputData;
}

/** A finished document. */
export interface DrawnPdf {
  readonly bytes: Uint8Array;
  readonly pageCount: number;
}

/** Draws documents. The same drawing gives the same bytes. */
export class PdfRenderer extends Context.Service<
  PdfRenderer,
  {
    readonly draw: (drawing: Drawing) => Effect.Effect<DrawnPdf, RenderFault | RendererUnavailable>;
  }
>()("@paraph/core/renders/PdfRenderer") {}
