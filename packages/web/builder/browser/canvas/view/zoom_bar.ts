import { h, iconButton } from "../../../../ui/browser/dom.ts";
import { TEXTS } from "../../texts.ts";
import { icon } from "../../widgets/icons.ts";

/** The actions of the bar. */
export interface ZoomActions {
  readonly zoomBy: (step: 1 | -1) => void;
  readonly fit: () => void;
  readonly help: () => void;
}

/** The bar below the pages: the page, the zoom, and the shortcuts. */
export class ZoomBar {
  readonly element: HTMLElement;
  readonly #page = h("span", { class: "zoom-page" });
  readonly #zoom = h("span", { class: "zoom-value" });

  constructor({ zoomBy, fit, help }: ZoomActions) {
    const { zoom, zoomIn, zoomOut, fit: fitLabel, shortcuts } = TEXTS.work;
    this.element = h(
      "div",
      { class: "zoom-bar", role: "toolbar", "aria-label": zoom },
      this.#page,
      iconButton(zoomOut, icon("minus"), () => zoomBy(-1), { class: "is-quiet" }),
      this.#zoom,
      iconButton(zoomIn, icon("plus"), () => zoomBy(1), { class: "is-quiet" }),
      iconButton(fitLabel, icon("fit"), fit, { class: "is-quiet" }),
      iconButton(shortcuts, icon("keyboard"), help, { class: "is-quiet" }),
    );
  }

  show(page: number, count: number, zoom: number): void {
    this.#page.textContent = TEXTS.work.page(page + 1, count);
    this.#zoom.textContent = TEXTS.work.percent(zoom);
  }
}

/** Zooms with the wheel while Ctrl or ⌘ is pressed, and with the pinch of a touchpad. */
export function listenForWheel(element: HTMLElement, zoomBy: ZoomActions["zoomBy"]): void {
  element.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? 1 : -1);
    },
    { passive: false },
  );
}
