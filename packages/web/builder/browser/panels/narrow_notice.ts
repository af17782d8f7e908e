import { h } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";

/** The notice for windows that are too narrow for the builder. */
export function narrowNotice(preview: () => void): HTMLElement {
  return h(
    "div",
    { class: "narrow", role: "main" },
    h("p", {}, TEXTS.narrow),
    h("button", { type: "button", class: "is-first", onclick: preview }, TEXTS.bar.preview),
  );
}
