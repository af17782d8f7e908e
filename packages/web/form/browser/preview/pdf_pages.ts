import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import { h } from "../../../ui/browser/dom.ts";
import { openDocument } from "../../../ui/browser/pdf/open_document.ts";
import { Viewer } from "../../../ui/browser/pdf/viewer.ts";
import { type PdfWorker, startWorker } from "../../../ui/browser/pdf/worker.ts";
import { embedPageData } from "../../../ui/browser/session/page_data.ts";

/** Where the PDF library and its worker are. */
interface PdfLibrary {
  readonly worker: string;
  readonly library: string;
}

/** The PDFs of this page: only one worker may be started. */
let sharedPages: PdfPages | undefined;

/** Returns {@linkcode PdfPages} for the PDFs of this page. */
export function pdfPages(): PdfPages {
  sharedPages ??= new PdfPages(embedPageData());
  return sharedPages;
}

/** Shows one PDF after another in the same element; each stays until the next is drawn. */
class PdfPages {
  readonly #files: PdfLibrary;
  #worker: PdfWorker | undefined;
  #last: Promise<unknown> = Promise.resolve();
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

  /**
   * Draws the first page of a PDF after the previous call has finished. The PDF that was shown before stays as it
   * is drawn.
   *
   * @param width In CSS pixels.
   */
  drawFirstPage(document: Uint8Array, width: number): Promise<HTMLCanvasElement> {
    const drawing = this.#last.then(() => this.#drawFirstPage(document, width));
    this.#last = Promise.allSettled([drawing]);
    return drawing;
  }

  async #drawFirstPage(document: Uint8Array, width: number): Promise<HTMLCanvasElement> {
    const pdf = await this.#open(document);
    try {
      const page = await pdf.getPage(1);
      const { width: points } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: (width * devicePixelRatio) / points });
      const canvas = h("canvas", {});
      canvas.width = Math.round(viewport.width);
      canvas.height = Math.round(viewport.height);
      await page.render({ canvas, viewport }).promise;
      return canvas;
    } finally {
      await pdf.loadingTask.destroy();
    }
  }

  async #open(document: Uint8Array): Promise<PDFDocumentProxy> {
    await this.#close();
    const { worker, library } = this.#files;
    this.#worker ??= startWorker(worker);
    // openDocument() reports the same failure.
    this.#worker.failure.catch(() => {});
    return await openDocument({ document, library }, this.#worker);
  }

  async #show(document: Uint8Array, place: HTMLElement, onFailure: () => void): Promise<void> {
    const pdf = await this.#open(document);
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
