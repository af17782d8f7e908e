import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import { h } from "../../ui/browser/dom.ts";
import { type Destination, type Place, placeOf } from "../../ui/browser/pdf/destination.ts";
import type { Viewer } from "../../ui/browser/pdf/viewer.ts";
import { TEXTS } from "./texts.ts";

/** A bookmark of pdf.js. */
interface Bookmark {
  readonly title: string;
  readonly dest: Destination | null;
  readonly items: ReadonlyArray<Bookmark>;
}

/**
 * Turns the position in the document into a button that opens a panel: the viewer goes to the page of a number,
 * and to the bookmarks of the document.
 */
export async function offerContents(
  pdf: PDFDocumentProxy,
  viewer: Viewer,
  position: HTMLElement,
): Promise<void> {
  // A document whose outline cannot be read has page numbers only.
  const outline = await pdf.getOutline().catch(() => null);
  const bookmarks: ReadonlyArray<Bookmark> = outline ?? [];
  const details = h("details", { id: "contents" });
  const panel = h("div", { class: "panel" }, pageForm());
  if (bookmarks.length > 0) {
    panel.append(h("nav", { "aria-label": TEXTS.contents.title }, list(bookmarks)));
  }
  const place = h("summary", { title: TEXTS.contents.goToPage });
  position.replaceWith(details);
  place.append(position);
  details.append(place, panel);
  closeOutside(details);

  function goTo(place: Place): void {
    details.open = false;
    viewer.goTo(place);
  }

  function pageForm(): HTMLElement {
    const number = h("input", {
      type: "number",
      inputmode: "numeric",
      min: 1,
      max: pdf.numPages,
      required: true,
    });
    return h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          goTo({ page: number.valueAsNumber });
        },
      },
      h("label", {}, TEXTS.contents.goToPage, number),
      h("button", { class: "is-small" }, TEXTS.contents.go),
    );
  }

  function list(items: ReadonlyArray<Bookmark>): HTMLElement {
    return h("ul", {}, ...items.map(item));
  }

  function item({ title, dest, items }: Bookmark): HTMLElement {
    const label = dest === null ? h("span", { dir: "auto" }, title) : link(title, dest);
    return h("li", {}, label, items.length > 0 && list(items));
  }

  function link(title: string, dest: Destination): HTMLElement {
    const follow = async () => {
      const place = await placeOf(pdf, dest);
      if (place !== undefined) goTo(place);
    };
    return h("button", { type: "button", dir: "auto", onclick: () => void follow() }, title);
  }
}

/** Closes the panel with Escape, and when the user clicks elsewhere. */
function closeOutside(details: HTMLDetailsElement): void {
  details.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    details.open = false;
    details.querySelector("summary")?.focus();
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !details.contains(target)) details.open = false;
  });
}
