import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import type { Place } from "./destination.ts";
import { Sheet, sheetSize } from "./sheet.ts";

/** Pages within this distance are drawn in advance, in heights of the window. */
const PRELOAD_DISTANCE = 1;

/** Pages beyond this distance are released. */
const RELEASE_DISTANCE = 4;

/** In longer documents, only pages that were shown can be searched. */
const MAX_PAGES_READ_AHEAD = 300;

/** The maximum zoom that images follow. */
const MAX_ZOOM = 2;

/**
 * The document as a column of pages: visible ones are drawn first, nearby ones in advance, distant ones are
 * released.
 */
export class Viewer {
  readonly #sheets: ReadonlyArray<Sheet>;
  readonly #onFailure: () => void;
  readonly #signal: AbortSignal | undefined;
  readonly #nearbySheets = new Set<Sheet>();
  #drawing = false;

  private constructor(
    sheets: ReadonlyArray<Sheet>,
    onFailure: () => void,
    signal: AbortSignal | undefined,
  ) {
    this.#sheets = sheets;
    this.#onFailure = onFailure;
    this.#signal = signal;
    signal?.addEventListener("abort", () => this.#nearbySheets.clear());
  }

  /** Shows a place in the document. */
  goTo(place: Place): void {
    this.#sheets[place.page - 1]?.show(place);
  }

  /** Returns the element with the text of a page, which it loads. */
  async textOf(page: number): Promise<HTMLElement | undefined> {
    return await this.#sheets[page - 1]?.read();
  }

  /** The number of the page in the middle of the window, from 1. */
  get page(): number {
    const middle = innerHeight / 2;
    const index = this.#sheets.findIndex(
      ({ element }) => element.getBoundingClientRect().bottom > middle,
    );
    return index < 0 ? this.#sheets.length : index + 1;
  }

  /** Calls a function that changes the width of the pages. The same part of the document stays in view. */
  resize(change: () => void): void {
    const { element } = this.#sheets[this.page - 1] ?? {};
    const before = element?.getBoundingClientRect();
    change();
    if (element !== undefined && before !== undefined) {
      const after = element.getBoundingClientRect();
      const [x, y] = [innerWidth / 2, innerHeight / 2];
      scrollBy({
        left: after.left + ((x - before.left) / before.width) * after.width - x,
        top: after.top + ((y - before.top) / before.height) * after.height - y,
      });
    }
    this.#fit();
    void this.#draw();
  }

  /**
   * Replaces the contents of an element with a document; resolves when its first page is drawn.
   *
   * @param onLaidOut Called with the pages before the first is drawn.
   * @param onPage Called with the number of the page in the middle of the window, from 1.
   * @param onFailure Called when a page could not be drawn.
   * @param signal Stops drawing; the drawn pages stay.
   */
  static async show(
    pdf: PDFDocumentProxy,
    element: HTMLElement,
    { onLaidOut, onPage, onFailure, signal }: ViewerEvents,
  ): Promise<Viewer> {
    const size = sheetSize(await pdf.getPage(1));
    const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
    const sheets = numbers.map(
      (number) => new Sheet(pdf, number, size, (place) => viewer.goTo(place)),
    );
    const viewer: Viewer = new Viewer(sheets, onFailure, signal);
    const places = sheets.map((sheet) => sheet.element);
    onLaidOut?.(places);
    element.replaceChildren(...places);
    viewer.#fit();
    const [first] = sheets;
    await first?.draw(density());
    if (signal?.aborted === true) return viewer;
    viewer.#follow(onPage);
    void viewer.#readAhead();
    return viewer;
  }

  #follow(onPage: (number: number) => void): void {
    const sheetOf = new Map<Element, Sheet>(this.#sheets.map((sheet) => [sheet.element, sheet]));
    this.#observe(PRELOAD_DISTANCE, (element, isNear) => {
      const sheet = sheetOf.get(element);
      if (sheet === undefined) return;
      if (isNear) this.#nearbySheets.add(sheet);
      else this.#nearbySheets.delete(sheet);
      void this.#draw();
    });
    this.#observe(RELEASE_DISTANCE, (element, isNear) => {
      if (!isNear) sheetOf.get(element)?.release();
    });
    const reportPage = () => onPage(this.page);
    const until = this.#signal === undefined ? {} : { signal: this.#signal };
    addEventListener("scroll", throttle(reportPage), { passive: true, ...until });
    const refit = throttle(() => {
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

  /** Draws one page at a time: two would delay each other. */
  async #draw(): Promise<void> {
    if (this.#drawing) return;
    this.#drawing = true;
    try {
      for (let sheet = this.#next(); sheet !== undefined; sheet = this.#next()) {
        try {
          await sheet.draw(density());
          // The page may no longer be visible.
          if (!this.#nearbySheets.has(sheet)) sheet.release();
        } catch (error) {
          if (isCancelled(error)) continue;
          if (this.#signal?.aborted !== true) this.#onFailure();
          return;
        }
      }
    } finally {
      this.#drawing = false;
    }
  }

  /** Returns the page nearest to the middle of the window that must be drawn. */
  #next(): Sheet | undefined {
    const coarse = [...this.#nearbySheets].filter((sheet) => sheet.isCoarse(density()));
    // oxlint-disable-next-line unicorn/no-array-sort -- phones that lack toSorted read documents too
    return coarse.sort((one, other) => distance(one) - distance(other))[0];
  }

  /** Loads the sizes and texts of all pages, so that the whole document can be searched. */
  async #readAhead(): Promise<void> {
    for (const sheet of this.#sheets.slice(0, MAX_PAGES_READ_AHEAD)) {
      await idle();
      if (this.#signal?.aborted === true) return;
      try {
        await sheet.measure();
        await sheet.read();
      } catch (error) {
        if (!isCancelled(error)) return;
      }
    }
  }
}

/** Options of a viewer. */
export interface ViewerEvents {
  /** Called with the pages in order, before any is drawn: elements added to them stay. */
  readonly onLaidOut?: (sheets: ReadonlyArray<HTMLElement>) => void;
  readonly onPage: (number: number) => void;
  readonly onFailure: () => void;
  readonly signal?: AbortSignal | undefined;
}

/** Device pixels per CSS pixel, with pinch zoom. */
function density(): number {
  return devicePixelRatio * Math.min(visualViewport?.scale ?? 1, MAX_ZOOM);
}

function distance({ element }: Sheet): number {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.abs((top + bottom - innerHeight) / 2);
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === "RenderingCancelledException";
}

function throttle(action: () => void): () => void {
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

/** Waits until the browser is idle; Safari lacks this function. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 50);
  });
}
