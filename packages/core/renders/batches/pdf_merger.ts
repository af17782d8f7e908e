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
  /**
   * Whether to copy its attached files, and the names that other files have: a file with one of these gets a
   * number in its name. Without it they are left out.
   */
  readonly files?: { readonly taken: ReadonlyArray<string> };
}

/** An attached file of a document in a merged file. */
export interface MergedFile {
  readonly name: string;
  /** The number of its file specification. */
  readonly number: number;
  /** Whether the document refers to it as an associated file (PDF/A-3). */
  readonly isAssociated: boolean;
}

/** The objects of a document, to be written to the merged file. */
export interface MergedPart {
  readonly bytes: Uint8Array;
  /** Where each object is in `bytes`, from the first number without gaps. */
  readonly offsets: ReadonlyArray<number>;
  /** The numbers of the pages, in order. */
  readonly pages: ReadonlyArray<number>;
  readonly files: ReadonlyArray<MergedFile>;
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
