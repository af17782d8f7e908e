import { Context, Schema, type Effect } from "effect";

import type { StandardSetting } from "../layouts/mod.ts";
import type { CompiledVersion } from "../templates/mod.ts";
import type { Issue } from "../values/mod.ts";
import type { DocumentEncryption } from "./documents/document_encryption.ts";
import type { AcceptedData } from "./documents/stored_data.ts";
import type { SigningFieldPlace } from "./signing_field_place.ts";

/** The reason why a document cannot be rendered. A retry would fail in the same way (contract §6). */
export const RenderErrorCode = Schema.Literals([
  "image_unreadable",
  "glyph_missing",
  "render_timeout",
  "render_failed",
]);
export type RenderErrorCode = typeof RenderErrorCode.Type;

/** An error in the data or the layout: the render fails immediately, without retries. */
export class RenderError extends Schema.TaggedError<RenderError>()("render_fault", {
  code: RenderErrorCode,
  message: Schema.String,
}) {}

/** The renderer failed for another reason than its input (a dead thread, no memory): the render is retried. */
export class RendererUnavailable extends Schema.TaggedError<RendererUnavailable>()(
  "renderer_unavailable",
  { message: Schema.String },
) {}

/** A published version and data that matches its manifest. A renderer may cache by the version's id. */
export interface RenderInput {
  readonly version: CompiledVersion;
  readonly data: AcceptedData;
  /** Absent if the document is not encrypted. */
  readonly encryption?: DocumentEncryption | null;
  /** The standard in place of the one of the layout; absent to keep that one. */
  readonly standard?: StandardSetting | null;
}

/** The facts of a finished document. */
interface RenderedFacts {
  /** In hex. */
  readonly sha256: string;
  readonly pageCount: number;
  /** Problems that did not fail the render, with the path of their field in the layout. */
  readonly warnings: ReadonlyArray<Issue>;
  /** Absent if there are none. */
  readonly signingFields?: ReadonlyArray<SigningFieldPlace>;
}

/** A finished document. */
export interface RenderedPdf extends RenderedFacts {
  readonly bytes: Uint8Array;
}

/** A finished document in a file, whose content is flushed. */
export interface RenderedFile extends RenderedFacts {
  readonly byteSize: number;
}

/** Renders documents. Rendering is deterministic: equal input gives equal bytes. */
export class PdfRenderer extends Context.Service<
  PdfRenderer,
  {
    readonly render: (
      input: RenderInput,
    ) => Effect.Effect<RenderedPdf, RenderError | RendererUnavailable>;
    /**
     * Renders a document into a new file, which only this user can read. Returns the document if the file cannot be
     * written, a part of which may then remain.
     */
    readonly renderInto: (
      path: string,
      input: RenderInput,
    ) => Effect.Effect<RenderedFile | RenderedPdf, RenderError | RendererUnavailable>;
  }
>()("@paraph/core/renders/PdfRenderer") {}
