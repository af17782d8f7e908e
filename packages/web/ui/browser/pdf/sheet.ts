import {
  type PDFDocumentProxy,
  type PDFPageProxy,
  type RenderTask,
  TextLayer,
} from "pdfjs-dist/legacy/build/pdf.mjs";

import { COMMON_TEXTS, format } from "../texts.ts";
import type { Place } from "./destination.ts";
import { sheetLinks } from "./sheet_links.ts";

/** The maximum width of a page, in CSS pixels per point of the PDF. */
const MAX_SCALE = 1.5;

/** The maximum number of pixels that small phones can draw. */
const MAX_PIXELS = 16_000_000;

/** The size of a page in points, after its rotation. */
export interface SheetSize {
  readonly width: number;
  readonly height: number;
  /** Points in a unit of the page. */
  readonly unit: number;
}

/** Returns the size of a page. */
export function sheetSize(page: PDFPageProxy): SheetSize {
  const { width, height, userUnit } = page.getViewport({ scale: 1 });
  return { width, height, unit: userUnit };
}

/**
 * One page of the document on screen. Its space is reserved from the start; its image is drawn and released
 * on demand; its text stays once it is loaded, so that it can be searched and selected.
 */
export class Sheet {
  readonly element = document.createElement("div");
  readonly #document: PDFDocumentProxy;
  readonly #number: number;
  readonly #onPlace: (place: Place) => void;
  #size: SheetSize;
  #page: Promise<PDFPageProxy> | undefined;
  #text: Promise<HTMLElement> | undefined;
  #canvas: HTMLCanvasElement | undefined;
  #task: RenderTask | undefined;

  /** @param onPlace Called when a link within the document is followed. */
  constructor(
    pdf: PDFDocumentProxy,
    number: number,
    size: SheetSize,
    onPlace: (place: Place) => void,
  ) {
    this.#document = pdf;
    this.#number = number;
    this.#size = size;
    this.#onPlace = onPlace;
    this.element.className = "sheet is-loading";
    this.element.tabIndex = -1;
    this.element.setAttribute("role", "group");
    this.element.setAttribute(
      "aria-label",
      format(COMMON_TEXTS.pageOf, { page: number, count: pdf.numPages }),
    );
    this.#takeSize(size);
  }

  /** Scrolls to a place on the page, and moves the focus to the page. */
  show({ bottom }: Place): void {
    const { top, height } = this.element.getBoundingClientRect();
    const { height: points } = this.#size;
    const depth = bottom === undefined ? 0 : Math.min(Math.max(1 - bottom / points, 0), 1);
    this.element.focus({ preventScroll: true });
    const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    scrollTo({ top: scrollY + top + depth * height - padding });
  }

  /** Sets the size from the page's description, without loading its contents. */
  async measure(): Promise<void> {
    const size = sheetSize(await this.#read());
    const { width, height, unit } = this.#size;
    const isExpected = size.width === width && size.height === height && size.unit === unit;
    if (!isExpected) this.#takeSize(size);
  }

  /** Scales the text to the width of the sheet. */
  fit(): void {
    const scale = (this.element.clientWidth / this.#size.width) * this.#size.unit;
    // The sheet is hidden while printing.
    if (scale === 0) return;
    this.element.style.setProperty("--total-scale-factor", String(scale));
  }

  /** Whether the image is missing, or too coarse for the current zoom. */
  isCoarse(density: number): boolean {
    const pixels = this.#pixels(density);
    if (pixels === 0) return false;
    return this.#canvas === undefined || Math.abs(this.#canvas.width / pixels - 1) > 0.1;
  }

  /** Draws the page; the previous image stays until then. */
  async draw(density: number): Promise<void> {
    const page = await this.#read();
    await this.measure();
    const canvas = document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true");
    const viewport = page.getViewport({ scale: this.#pixels(density) / this.#size.width });
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    this.#task = page.render({ canvas, viewport });
    try {
      await this.#task.promise;
    } finally {
      this.#task = undefined;
    }
    this.#dropPicture();
    this.#canvas = canvas;
    this.element.prepend(canvas);
    this.element.classList.remove("is-loading");
    // A page whose text cannot be read is still visible.
    await this.read().catch(() => undefined);
  }

  /** Adds the page's text and links over the image, invisibly. Resolves with the element of the text. */
  read(): Promise<HTMLElement> {
    this.#text ??= this.#layText();
    return this.#text;
  }

  /** Releases the image, which uses most of a page's memory. */
  release(): void {
    this.#task?.cancel();
    this.#dropPicture();
    void this.#page?.then(
      (page) => page.cleanup(),
      () => {},
    );
  }

  #read(): Promise<PDFPageProxy> {
    this.#page ??= this.#document.getPage(this.#number);
    return this.#page;
  }

  #takeSize(size: SheetSize): void {
    this.#size = size;
    this.element.style.aspectRatio = `${size.width} / ${size.height}`;
    this.element.style.maxWidth = `${size.width * MAX_SCALE}px`;
    // Pages with zoom are wider.
    this.element.style.setProperty("--full-width", `${size.width * MAX_SCALE}px`);
    this.fit();
  }

  #pixels(density: number): number {
    const targetPixels = this.element.clientWidth * density;
    const most = Math.sqrt((MAX_PIXELS * this.#size.width) / this.#size.height);
    return Math.round(Math.min(targetPixels, most));
  }

  async #layText(): Promise<HTMLElement> {
    const page = await this.#read();
    await this.measure();
    const container = document.createElement("div");
    container.className = "sheet-text";
    const textContentSource = page.streamTextContent({ includeMarkedContent: true });
    const viewport = page.getViewport({ scale: this.element.clientWidth / this.#size.width });
    await new TextLayer({ textContentSource, container, viewport }).render();
    this.element.append(container, ...(await sheetLinks(this.#document, page, this.#onPlace)));
    return container;
  }

  #dropPicture(): void {
    if (this.#canvas === undefined) return;
    this.#canvas.remove();
    // Browsers keep the pixels of a detached canvas for long, unless it has none.
    this.#canvas.width = 0;
    this.#canvas.height = 0;
    this.#canvas = undefined;
    this.element.classList.add("is-loading");
  }
}
