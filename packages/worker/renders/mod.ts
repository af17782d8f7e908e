import { type Duration, Layer } from "effect";

import { ImageFetcher } from "./_adapters/fetching/image_fetcher.ts";
import { assetReader, layoutCompiler, pdfRenderer } from "./_adapters/pdf_renderer_pdfme.ts";
import { ThreadPool } from "./_adapters/threads/thread_pool.ts";

/** How documents are drawn on this node. */
export interface PdfRendererOptions {
  /**
   * How many documents of one project are rendered at once, at least two. There are two threads more:
   * one for other projects, one to replace a thread that is stopped.
   */
  readonly threads: number;
  /** How long one document may take: 30 seconds unless told otherwise. */
  readonly deadline?: Duration.Input;
  /** Whether images may be fetched from loopback and private addresses. */
  readonly allowPrivateNetwork: boolean;
}

/** Draws documents, compiles layouts and reads files with pdfme and pdf-lib, on threads of their own. */
export const pdfRendererPdfme = ({
  threads,
  deadline = "30 seconds",
  allowPrivateNetwork,
}: PdfRendererOptions) =>
  Layer.mergeAll(pdfRenderer, layoutCompiler, assetReader).pipe(
    Layer.provide(ImageFetcher.layer({ allowPrivateNetwork })),
    Layer.provide(ThreadPool.layer({ threads, deadline })),
  );
export * from "./render_worker.ts";
