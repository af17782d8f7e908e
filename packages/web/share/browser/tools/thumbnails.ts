import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import { byId, h } from "../../../ui/browser/dom.ts";
import type { Viewer } from "../../../ui/browser/pdf/viewer.ts";
import { COMMON_TEXTS, format } from "../../../ui/browser/texts.ts";

/** The width of a picture in CSS pixels; the stylesheet has the same. */
const WIDTH = 112;

/** A screen as wide as this shows the panel next to the document; the stylesheet has the same width. */
const WIDE = matchMedia("(min-width: 56rem)");

/** A page in the panel. */
interface Thumbnail {
  readonly number: number;
  readonly button: HTMLButtonElement;
  readonly place: HTMLElement;
}

/** The pages of the document as small pictures, which are drawn when they are visible and released later. */
export class Thumbnails {
  readonly #pdf: PDFDocumentProxy;
  readonly #viewer: Viewer;
  readonly #panel = byId("pages-panel");
  readonly #open = byId("thumbnails");
  readonly #thumbnails: ReadonlyArray<Thumbnail>;
  readonly #visible = new Set<Thumbnail>();
  #isDrawing = false;
  #current = 1;

  constructor(pdf: PDFDocumentProxy, viewer: Viewer) {
    this.#pdf = pdf;
    this.#viewer = viewer;
    const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
    this.#thumbnails = numbers.map((number) => {
      const place = h("span", { class: "thumbnail" });
      const label = format(COMMON_TEXTS.pageOf, { page: number, count: pdf.numPages });
      const button = h(
        "button",
        { type: "button", "aria-label": label, onclick: () => this.#follow(number) },
        place,
        String(number),
      );
      return { number, button, place };
    });
    this.#panel.append(h("ol", {}, ...this.#thumbnails.map(({ button }) => h("li", {}, button))));
    this.#panel.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      this.#toggle(false);
      this.#open.focus();
    });
    this.#observe();
    this.#open.setAttribute("aria-expanded", "false");
    this.#open.setAttribute("aria-controls", this.#panel.id);
    this.#open.removeAttribute("aria-disabled");
    this.#open.addEventListener("click", () => this.#toggle(this.#panel.hidden !== false));
  }

  /** Marks the page that is shown. */
  setCurrent(number: number): void {
    this.#thumbnails[this.#current - 1]?.button.removeAttribute("aria-current");
    this.#current = number;
    const { button } = this.#thumbnails[number - 1] ?? {};
    button?.setAttribute("aria-current", "page");
    if (button === undefined || this.#panel.hidden) return;
    const [shown, panel] = [button.getBoundingClientRect(), this.#panel.getBoundingClientRect()];
    if (shown.top < panel.top || shown.bottom > panel.bottom) {
      this.#panel.scrollTop += shown.top - panel.top - (panel.height - shown.height) / 2;
    }
  }

  #toggle(isOpen: boolean): void {
    this.#viewer.resize(() => {
      this.#panel.hidden = !isOpen;
      document.body.classList.toggle("has-thumbnails", isOpen);
    });
    this.#open.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) this.setCurrent(this.#viewer.page);
  }

  #follow(number: number): void {
    // On phones the panel is over the document.
    if (!WIDE.matches) this.#toggle(false);
    this.#viewer.goTo({ page: number });
  }

  #observe(): void {
    const byPlace = new Map<Element, Thumbnail>(this.#thumbnails.map((each) => [each.place, each]));
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const thumbnail = byPlace.get(target);
          if (thumbnail === undefined) continue;
          if (isIntersecting) this.#visible.add(thumbnail);
          else this.#release(thumbnail);
        }
        void this.#draw();
      },
      { root: this.#panel, rootMargin: "100% 0px" },
    );
    for (const { place } of this.#thumbnails) observer.observe(place);
  }

  /** Draws one page at a time. */
  async #draw(): Promise<void> {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    const next = () => [...this.#visible].find(({ place }) => place.childElementCount === 0);
    try {
      for (let thumbnail = next(); thumbnail !== undefined; thumbnail = next()) {
        // A page that cannot be drawn stays empty.
        const canvas = await this.#picture(thumbnail.number).catch(() => undefined);
        if (canvas === undefined) this.#visible.delete(thumbnail);
        else if (this.#visible.has(thumbnail)) thumbnail.place.replaceChildren(canvas);
      }
    } finally {
      this.#isDrawing = false;
    }
  }

  async #picture(number: number): Promise<HTMLCanvasElement> {
    const page = await this.#pdf.getPage(number);
    const { width } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: (WIDTH * devicePixelRatio) / width });
    const canvas = h("canvas", { "aria-hidden": "true" });
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await page.render({ canvas, viewport }).promise;
    return canvas;
  }

  #release(thumbnail: Thumbnail): void {
    this.#visible.delete(thumbnail);
    for (const canvas of thumbnail.place.querySelectorAll("canvas")) {
      canvas.remove();
      // Browsers keep the pixels of a detached canvas for long, unless it has none.
      [canvas.width, canvas.height] = [0, 0];
    }
  }
}
