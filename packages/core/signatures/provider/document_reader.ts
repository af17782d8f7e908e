import { Context, type Effect, Schema } from "effect";

import type { Box } from "../request/fields.ts";

/** How large a page is shown, in points: its crop box, turned as the page is. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** What a finished document holds, once it is flattened. */
export interface ReadDocument {
  /**
   * The document with its form fields and annotations made part of its pages and its layers resolved;
   * absent when it has none.
   */
  readonly flattened?: Uint8Array;
  readonly pages: ReadonlyArray<PageSize>;
  /** For each text that was looked for, in the same order: every place it stands at, in reading order. */
  readonly matches: ReadonlyArray<ReadonlyArray<Box>>;
}

/** A document cannot be looked into. */
export class UnreadableDocument extends Schema.TaggedError<UnreadableDocument>()(
  "unreadable_document",
  { message: Schema.String },
) {}

/** Looks into finished documents. */
export class DocumentReader extends Context.Service<
  DocumentReader,
  {
    /**
     * Flattens a document, so that nothing in it can be filled in, moved, shown or hidden any more; then
     * reads the sizes of its pages and finds texts in it: regardless of case, across line
     * breaks, ligatures and separately drawn parts, on turned and cropped pages too. Of a text that
     * runs over several lines, the box is that of its first line.
     */
    readonly read: (
      pdf: Uint8Array,
      texts: ReadonlyArray<string>,
    ) => Effect.Effect<ReadDocument, UnreadableDocument>;
  }
>()("@paraph/core/signatures/DocumentReader") {}
