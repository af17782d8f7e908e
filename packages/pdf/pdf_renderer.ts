import { type Duration, Layer } from "effect";

import { assetReader, layoutCompiler, pdfRenderer } from "./pdf_renderer_pdfme.ts";
import { ThreadPool } from "./threads/thread_pool.ts";

/** How documents are drawn on this node. */
export interface PdfRendererOptions {
  /**
   * How many documents of one project are rendered at once, at least two. There are two threads more:
   * one for other projects, one to replace a thread that is stopped.
   */
  readonly threads: number;
  /** How long one document may take: 30 seconds unless told otherwise. */
  readonly deadline?: Duration.Input;
}

/** Draws documents, compiles layouts and reads files with pdfme and pdf-lib, on threads of their own. */
export const pdfRendererPdfme = ({ threads, deadline = "30 seconds" }: PdfRendererOptions) =>
  Layer.mergeAll(pdfRenderer, layoutCompiler, assetReader).pipe(
    Layer.provide(ThreadPool.layer({ threads, deadline })),
  );
