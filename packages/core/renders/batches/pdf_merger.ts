import { Context, type Effect } from "effect";

import type { RendererUnavailable } from "../pdf_renderer.ts";
import type { UnmergeablePdf } from "./unmergeable_pdf.ts";

/** A document to append to a merged file. */
export interface PdfToMerge {
  readonly pdf: Uint8Array;
  /** The first free object number. */
  readonly firstNumber: number;
  /** The number of the object under which the pages are. */
  readonly parent: number;
}

/** The objects of a document, to be written to the merged file. */
export interface MergedPart {
  readonly bytes: Uint8Array;
  /** Where each object is in `bytes`, from the first number without gaps. */
  readonly offsets: ReadonlyArray<number>;
  /** The numbers of the pages, in order. */
  readonly pages: ReadonlyArray<number>;
}

/** Renumbers the pages of PDFs, so that many documents become one file. */
export class PdfMerger extends Context.Service<
  PdfMerger,
  {
    readonly part: (
      document: PdfToMerge,
    ) => Effect.Effect<MergedPart, UnmergeablePdf | RendererUnavailable>;
  }
>()("@paraph/core/renders/PdfMerger") {}
