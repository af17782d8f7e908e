import { Context, type Effect, Schema } from "effect";

import type { Box } from "../request/fields.ts";

/** The displayed size of a page in points: its rotated crop box. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** The content of a flattened document. */
export interface ReadDocument {
  /**
   * The document with form fields and annotations merged into its pages and layers resolved; absent if it
   * has none.
   */
  readonly flattened?: Uint8Array;
  readonly pages: ReadonlyArray<PageSize>;
  /** For each searched text, in the same order: all its occurrences, in reading order. */
  readonly matches: ReadonlyArray<ReadonlyArray<Box>>;
}

/** A document cannot be read. */
export class UnreadableDocument extends Schema.TaggedError<UnreadableDocument>()(
  "unreadable_document",
  { message: Schema.String },
) {}

/** Flattens and searches documents. */
export class DocumentReader extends Context.Service<
  DocumentReader,
  {
    /**
     * Flattens a document, so that its content can no longer be filled in, moved, shown or hidden. Then reads
     * the sizes of its pages and finds texts: regardless of case, across line breaks, ligatures and
     * separately drawn parts, on rotated and cropped pages too. The box of a text of several lines is that
     * of its first line.
     */
    readonly read: (
      pdf: Uint8Array,
      texts: ReadonlyArray<string>,
    ) => Effect.Effect<ReadDocument, UnreadableDocument>;
  }
>()("@paraph/core/signatures/DocumentReader") {}
