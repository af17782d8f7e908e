import type { PdfWorker } from "../../../ui/browser/pdf/worker.ts";

let reader: { readonly worker: PdfWorker; readonly library: string } | undefined;

/** Sets the worker and the folder of files that read PDFs. */
export function setPdfReader(worker: PdfWorker, library: string): void {
  reader = { worker, library };
}

/** Returns them. */
export function pdfReader(): { readonly worker: PdfWorker; readonly library: string } {
  if (reader === undefined) throw new Error("The PDF reader is not set");
  return reader;
}
