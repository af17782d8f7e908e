import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import { Sheet, sheetSize } from "./sheet.ts";

/** Sheets this far from what is seen, in heights of the window, are drawn ahead. */
const AHEAD = 1;

/** Sheets further away than this lose their pictures. */
const FAR = 4;

/** Documents longer than this are searched only as far as they have been seen. */
const MOST_PAGES_READ_AHEAD = 300;

/** How far somebody may zoom in with two fingers before the picture stops to follow. */
const SHARPEST_ZOOM = 2;

/**
 * The document as a column of sheets: those in sight are drawn first, those nearby ahead of time, those
 * far away not at all.
 */
export class Viewer {
  readonly #sheets: ReadonlyArray<Sheet>;
  readonly #onFailure: () => void;
  readonly #signal: AbortSignal | undefined;
  readonly #near = new Set<Sheet>();
  #drawing = false;

  private constructor(
    sheets: ReadonlyArray<Sheet>,
    onFailure: () => void,
    signal: AbortSignal | undefined,
  ) {
    this.#sheets = sheets;
    this.#onFailure = onFailure;
    this.#signal = signal;
    signal?.addEventListener("abort", () => this.#near.clear());
  }

  /**
   * Shows a document in place of what the element holds; settles when its first page is drawn.
   *
   * @param onLaidOut Hears of the sheets before the first is drawn.
   * @param onPage Hears which page, from one on, is in the middle of the window.
   * @param onFailure Hears that something could not be drawn.
   * @param signal Ends the showing; what is drawn stays until something else takes its place.
   */
  static async show(
    pdf: PDFDocumentProxy,
    element: HTMLElement,
    { onLaidOut, onPage, onFailure, signal }: ViewerEvents,
  ): Promise<void> {
    const size = sheetSize(await pdf.getPage(1));
    const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
    const sheets = numbers.map((number) => new Sheet(pdf, number, size));
    const viewer = new Viewer(sheets, onFailure, signal);
    const places = sheets.map((sheet) => sheet.element);
    onLaidOut?.(places);
    element.replaceChildren(...places);
    viewer.#fit();
    const [first] = sheets;
    await first?.draw(density());
    if (signal?.aborted === true) return;
    viewer.#follow(onPage);
    void viewer.#readAhead();
  }

  #follow(onPage: (number: number) => void): void {
    const sheetOf = new Map<Element, Sheet>(this.#sheets.map((sheet) => [sheet.element, sheet]));
    this.#observe(AHEAD, (element, isNear) => {
      const sheet = sheetOf.get(element);
      if (sheet === undefined) return;
      if (isNear) this.#near.add(sheet);
      else this.#near.delete(sheet);
      void this.#draw();
    });
    this.#observe(FAR, (element, isNear) => {
      if (!isNear) sheetOf.get(element)?.release();
    });
    const places = this.#sheets.map((sheet) => sheet.element);
    const tellPage = () => {
      const middle = innerHeight / 2;
      const at = places.findIndex((place) => place.getBoundingClientRect().bottom > middle);
      onPage(at < 0 ? places.length : at + 1);
    };
    const until = this.#signal === undefined ? {} : { signal: this.#signal };
    addEventListener("scroll", throttled(tellPage), { passive: true, ...until });
    const refit = throttled(() => {
      this.#fit();
      void this.#draw();
    });
    addEventListener("resize", refit, until);
    visualViewport?.addEventListener("resize", refit, until);
  }

  #observe(screens: number, onChange: (element: Element, isNear: boolean) => void): void {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) onChange(target, isIntersecting);
      },
      { rootMargin: `${100 * screens}% 0px` },
    );
    for (const { element } of this.#sheets) observer.observe(element);
    this.#signal?.addEventListener("abort", () => observer.disconnect());
  }

  #fit(): void {
    for (const sheet of this.#sheets) sheet.fit();
  }

  /** One sheet after the other: two at a time would both come late. */
  async #draw(): Promise<void> {
    if (this.#drawing) return;
    this.#drawing = true;
    try {
      for (let sheet = this.#next(); sheet !== undefined; sheet = this.#next()) {
        try {
          await sheet.draw(density());
          // It may have gone out of sight meanwhile.
          if (!this.#near.has(sheet)) sheet.release();
        } catch (fault) {
          if (isCancelled(fault)) continue;
          if (this.#signal?.aborted !== true) this.#onFailure();
          return;
        }
      }
    } finally {
      this.#drawing = false;
    }
  }

  /** The sheet nearest to the middle of the window that is not as it should be. */
  #next(): Sheet | undefined {
    const coarse = [...this.#near].filter((sheet) => sheet.isCoarse(density()));
    // oxlint-disable-next-line unicorn/no-array-sort -- phones that lack toSorted read documents too
    return coarse.sort((one, other) => distance(one) - distance(other))[0];
  }

  /** Gives every sheet its size and its text, so that the whole document can be searched. */
  async #readAhead(): Promise<void> {
    for (const sheet of this.#sheets.slice(0, MOST_PAGES_READ_AHEAD)) {
      await idle();
      if (this.#signal?.aborted === true) return;
      try {
        await sheet.measure();
        await sheet.read();
      } catch (fault) {
        if (!isCancelled(fault)) return;
      }
    }
  }
}

/** What a viewer tells. */
export interface ViewerEvents {
  /** Hears of the sheets, in order, before any is drawn: what is laid onto them stays. */
  readonly onLaidOut?: (sheets: ReadonlyArray<HTMLElement>) => void;
  readonly onPage: (number: number) => void;
  readonly onFailure: () => void;
  readonly signal?: AbortSignal | undefined;
}

/** Device pixels in a pixel of CSS, with two fingers' zoom in it. */
function density(): number {
  return devicePixelRatio * Math.min(visualViewport?.scale ?? 1, SHARPEST_ZOOM);
}

function distance({ element }: Sheet): number {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.abs((top + bottom - innerHeight) / 2);
}

function isCancelled(fault: unknown): boolean {
  return fault instanceof Error && fault.name === "RenderingCancelledException";
}

function throttled(action: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      action();
    });
  };
}

/** When the browser has nothing better to do; Safari does not tell. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 50);
  });
}
