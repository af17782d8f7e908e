import { byId } from "../../../ui/browser/dom.ts";
import { percentOf } from "../../../ui/browser/numbers.ts";
import type { Viewer } from "../../../ui/browser/pdf/viewer.ts";

/** The widths of pages, as fractions of the one that fits into the window. */
const LEVELS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** The level that fits. */
const FIT = LEVELS.indexOf(1);

/**
 * Offers to show pages smaller and larger. Pages that are wider than the window scroll; the bar of the page and
 * the message stay in the window.
 */
export function offerZoom(viewer: Viewer): void {
  const [out, label, closer] = [byId("zoom-out"), byId("zoom-level"), byId("zoom-in")];
  const { style, classList } = document.body;
  let level = FIT;
  const show = (next: number) => {
    if (next < 0 || next >= LEVELS.length) return;
    viewer.resize(() => {
      level = next;
      const zoom = LEVELS[level] ?? 1;
      classList.toggle("is-zoomed", zoom !== 1);
      style.setProperty("--zoom", String(zoom));
      measure();
    });
    label.textContent = percentOf(LEVELS[level] ?? 1, document.documentElement.lang);
    out.setAttribute("aria-disabled", String(level === 0));
    closer.setAttribute("aria-disabled", String(level === LEVELS.length - 1));
  };
  /** The width of the window, which the content of a wider page does not know. */
  const measure = () => style.setProperty("--window", `${document.documentElement.clientWidth}px`);
  measure();
  addEventListener("resize", measure);
  out.addEventListener("click", () => show(level - 1));
  closer.addEventListener("click", () => show(level + 1));
  label.addEventListener("click", () => show(FIT));
  for (const button of [out, label, closer]) button.removeAttribute("aria-disabled");
}
