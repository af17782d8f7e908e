import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
} from "pdfjs-dist/legacy/build/pdf.mjs";

import type { PdfWorker } from "./worker.ts";

/** Where a document lies, and what pdf.js needs to read it. */
export interface DocumentSource {
  /** Where the PDF lies, or the PDF itself. */
  readonly document: string | Uint8Array;
  /** The folders of pdf.js: character maps, fonts, colour profiles and decoders. */
  readonly library: string;
}

/** Reads a document with the worker's help; rejects when either does not come. */
export function openDocument(
  { document, library }: DocumentSource,
  { port, failed }: PdfWorker,
): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerPort = port;
  const task = getDocument({
    ...(typeof document === "string" ? { url: document } : { data: document }),
    cMapUrl: `${library}cmaps/`,
    standardFontDataUrl: `${library}standard_fonts/`,
    iccUrl: `${library}iccs/`,
    wasmUrl: `${library}wasm/`,
    // A second worker would be one more script to wait for.
    disableWorkerRendering: true,
    verbosity: 0,
  });
  return Promise.race([task.promise, failed]);
}
