import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
} from "pdfjs-dist/legacy/build/pdf.mjs";

import type { PdfWorker } from "./worker.ts";

/** The URLs of a document and of the PDF library. */
export interface DocumentSource {
  /** The URL of the PDF, or its bytes. */
  readonly document: string | Uint8Array;
  /** The URL of pdf.js's character maps, fonts, color profiles and decoders. */
  readonly library: string;
}

/** Opens a document; rejects when it or the worker cannot be loaded. */
export function openDocument(
  { document, library }: DocumentSource,
  { port, failure }: PdfWorker,
): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerPort = port;
  const task = getDocument({
    ...(typeof document === "string" ? { url: document } : { data: document }),
    cMapUrl: `${library}cmaps/`,
    standardFontDataUrl: `${library}standard_fonts/`,
    iccUrl: `${library}iccs/`,
    wasmUrl: `${library}wasm/`,
    // Rendering in a second worker would need another script.
    disableWorkerRendering: true,
    verbosity: 0,
  });
  return Promise.race([task.promise, failure]);
}
