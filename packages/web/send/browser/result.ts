import { h } from "../../ui/browser/dom.ts";
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

/** Shows that the document was sent, to whom, and what the user can do next. */
export function showSent(
  place: HTMLElement,
  state: SendState,
  next: HTMLElement | undefined,
): void {
  const names = h(
    "ul",
    {},
    ...state.model.recipients.map(({ key, email }) =>
      h("li", {}, `${recipientName(state, key)} · ${email}`),
    ),
  );
  const actions = next === undefined ? [] : [next];
  showMessage(place, texts.sentTitle, texts.sentText, actions, names);
}
