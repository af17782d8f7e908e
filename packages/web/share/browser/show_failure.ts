import { button, byId, h } from "../../ui/browser/dom.ts";
import { showStatus } from "../../ui/browser/status.ts";
import { COMMON_TEXTS } from "../../ui/browser/texts.ts";
import type { PageData } from "./page_data.ts";
import { TEXTS } from "./texts.ts";

/** Shows that the document could not be loaded: instead of it, or next to the pages that are shown. */
export function showFailure({ download }: Pick<PageData, "download">): void {
  const again = { label: COMMON_TEXTS.tryAgain, run: () => location.reload() };
  const pages = byId("pages");
  if (pages.querySelector(".sheet canvas") !== null) {
    showStatus(COMMON_TEXTS.documentNotLoaded, again);
    return;
  }
  const { advice, offline } = TEXTS.failed;
  const actions = h(
    "div",
    { class: "failure-actions" },
    button(again.label, again.run, { class: "is-first" }),
    h("a", { class: "button", href: download }, TEXTS.download),
  );
  pages.replaceChildren(
    h(
      "section",
      { class: "card failure", role: "alert" },
      h("h2", {}, COMMON_TEXTS.documentNotLoaded),
      h("p", {}, navigator.onLine ? advice : offline),
      actions,
    ),
  );
}
