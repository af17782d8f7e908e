import { button, h } from "../../ui/browser/dom.ts";
import { closePage, hasParent } from "../../ui/browser/session/parent.ts";
import type { SendState } from "./model/send_state.ts";
import { recipientName } from "./names.ts";
import { texts } from "./texts.ts";

/** Replaces the page with a title, a text and actions. */
export function showMessage(
  place: HTMLElement,
  title: string,
  text: string,
  actions: ReadonlyArray<HTMLElement> = [],
  ...more: ReadonlyArray<HTMLElement>
): void {
  const heading = h("h2", { tabindex: "-1" }, title);
  place.replaceChildren(
    h(
      "div",
      { class: "card result" },
      heading,
      h("p", {}, text),
      ...more,
      actions.length > 0 && h("div", { class: "actions" }, ...actions),
    ),
  );
  heading.focus();
}

/** Shows that the document was sent, and to whom. */
export function showSent(
  place: HTMLElement,
  state: SendState,
  closeUrl: string | null | undefined,
): void {
  const canClose = hasParent() || typeof closeUrl === "string";
  const names = h(
    "ul",
    {},
    ...state.model.recipients.map(({ key, email }) =>
      h("li", {}, `${recipientName(state, key)} · ${email}`),
    ),
  );
  const close = button(texts.close, () => closePage(closeUrl), { class: "is-first" });
  showMessage(place, texts.sentTitle, texts.sentText, canClose ? [close] : [], names);
}
