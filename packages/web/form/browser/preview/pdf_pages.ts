import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import { openDocument } from "../../../ui/browser/pdf/open_document.ts";
import { Viewer } from "../../../ui/browser/pdf/viewer.ts";
import { type PdfWorker, startWorker } from "../../../ui/browser/pdf/worker.ts";

/** Where the PDF library and its worker are. */
interface PdfLibrary {
  readonly worker: string;
  readonly library: string;
}

/** Shows one PDF after another in the same element; each stays until the next is drawn. */
export class PdfPages {
  readonly #files: PdfLibrary;
  #worker: PdfWorker | undefined;
  #last: Promise<void> = Promise.resolve();
  #shown: { readonly pdf: PDFDocumentProxy; readonly end: AbortController } | undefined;

  constructor(files: PdfLibrary) {
    this.#files = files;
  }

  /** Whether no PDF is shown. */
  get isEmpty(): boolean {
    return this.#shown === undefined;
  }

  /** Shows a PDF after the previous call has finished; settles when its first page is drawn. */
  show(document: Uint8Array, place: HTMLElement, onFailure: () => void): Promise<void> {
    const showing = this.#last.then(() => this.#show(document, place, onFailure));
    this.#last = showing.catch(() => {});
    return showing;
  }

  async #show(document: Uint8Array, place: HTMLElement, onFailure: () => void): Promise<void> {
    await this.#close();
    const { worker, library } = this.#files;
    this.#worker ??= startWorker(worker);
    // openDocument() reports the same failure.
    this.#worker.failure.catch(() => {});
    const pdf = await openDocument({ document, library }, this.#worker);
    const end = new AbortController();
    this.#shown = { pdf, end };
    const previous = [...place.querySelectorAll("canvas")];
    await Viewer.show(pdf, place, { onPage: () => {}, onFailure, signal: end.signal });
    // Browsers keep the pixels of a detached canvas for long, unless it has none.
    for (const canvas of previous) [canvas.width, canvas.height] = [0, 0];
  }

  /** The worker holds one document at a time. */
  async #close(): Promise<void> {
    const current = this.#shown;
    this.#shown = undefined;
    current?.end.abort();
    await current?.pdf.loadingTask.destroy();
  }
}
