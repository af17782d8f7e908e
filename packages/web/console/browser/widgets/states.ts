import { button, h } from "../../../ui/browser/dom.ts";
import { CallError } from "../api.ts";
import { TEXTS } from "../texts.ts";

/** A card that shows a failure, with a button to try again; of something that does not exist, why. */
export function errorCard(error: unknown, retry: () => void): HTMLElement {
  if (error instanceof CallError && error.status === 404) {
    return h(
      "div",
      { class: "card failure", role: "alert" },
      h("h2", {}, TEXTS.gone.title),
      h("p", {}, error.message),
      h("p", { class: "hint" }, TEXTS.gone.advice),
    );
  }
  const message = error instanceof CallError ? error.message : TEXTS.failed;
  const requestId = error instanceof CallError ? error.requestId : undefined;
  return h(
    "div",
    { class: "card failure", role: "alert" },
    h("h2", {}, TEXTS.failed),
    h("p", {}, message),
    requestId !== undefined && h("p", { class: "hint" }, TEXTS.requestId(requestId)),
    h("p", {}, button(TEXTS.retry, retry, { class: "is-small" })),
  );
}

/** A card for a list without items, with what to do. */
export function emptyCard(title: string, advice: string): HTMLElement {
  return h("div", { class: "card empty" }, h("h2", {}, title), h("p", {}, advice));
}

/** Lines in place of content that is loading. */
export function skeleton(): HTMLElement {
  const lines = Array.from({ length: 5 }, () => h("div", { class: "line" }));
  return h("div", { class: "card skeleton", "aria-hidden": "true" }, ...lines);
}

/** A `load` that shows a skeleton, then its result or an error card in its place. */
export function loaded(load: () => Promise<Node>): HTMLElement {
  const place = h("div", { class: "place", "aria-busy": "true" });
  const run = async () => {
    place.setAttribute("aria-busy", "true");
    place.replaceChildren(skeleton());
    try {
      place.replaceChildren(await load());
    } catch (error) {
      place.replaceChildren(errorCard(error, () => void run()));
    }
    place.removeAttribute("aria-busy");
  };
  void run();
  return place;
}
