import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import { openDocument } from "../../../ui/browser/pdf/open_document.ts";
import { Viewer } from "../../../ui/browser/pdf/viewer.ts";
import { type PdfWorker, startWorker } from "../../../ui/browser/pdf/worker.ts";

/** Shows one PDF after the other in the same place; the one before stays until the next is drawn. */
export class PreviewView {
  readonly #place: HTMLElement;
  readonly #library: string;
  readonly #workerUrl: string;
  #worker: PdfWorker | undefined;
  #last: Promise<void> = Promise.resolve();
  #shown: { readonly pdf: PDFDocumentProxy; readonly end: AbortController } | undefined;

  /**
   * @param place Holds the pages.
   * @param source Where the script that reads PDFs lies, and what it fetches by itself.
   */
  constructor(
    place: HTMLElement,
    { worker, library }: { readonly worker: string; readonly library: string },
  ) {
    this.#place = place;
    this.#library = library;
    this.#workerUrl = worker;
  }

  /** Whether there is a document. */
  get isEmpty(): boolean {
    return this.#shown === undefined;
  }

  /** Shows a document once the one before is drawn; settles when its first page is. */
  show(document: Uint8Array, onFailure: () => void): Promise<void> {
    const showing = this.#last.then(() => this.#show(document, onFailure));
    this.#last = showing.catch(() => {});
    return showing;
  }

  async #show(document: Uint8Array, onFailure: () => void): Promise<void> {
    await this.#end();
    this.#worker ??= startWorker(this.#workerUrl);
    // Whoever waits for it hears of it too.
    this.#worker.failed.catch(() => {});
    const pdf = await openDocument({ document, library: this.#library }, this.#worker);
    const end = new AbortController();
    this.#shown = { pdf, end };
    const before = [...this.#place.querySelectorAll("canvas")];
    await Viewer.show(pdf, this.#place, { onPage: () => {}, onFailure, signal: end.signal });
    // Browsers keep the pixels of a detached canvas until they feel like it, unless it has none.
    for (const canvas of before) [canvas.width, canvas.height] = [0, 0];
  }

  /** Two documents at a time are one too many for the worker. */
  async #end(): Promise<void> {
    const shown = this.#shown;
    this.#shown = undefined;
    shown?.end.abort();
    await shown?.pdf.loadingTask.destroy();
  }
}
