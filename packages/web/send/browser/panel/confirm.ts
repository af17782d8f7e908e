import { button, h } from "../../../ui/browser/dom.ts";
import { format } from "../../../ui/browser/texts.ts";
import type { SendState } from "../model/send_state.ts";
import { recipientName } from "../names.ts";
import { texts } from "../texts.ts";

/** Asks whether to send; resolves with the decision. */
export function confirmSending(state: SendState): Promise<boolean> {
  const { recipients } = state.model;
  return new Promise((resolve) => {
    const dialog = h(
      "dialog",
      { class: "confirm", "aria-labelledby": "confirm-title" },
      h("h2", { id: "confirm-title" }, format(texts.confirm.title, { count: recipients.length })),
      h("p", {}, texts.confirm.text),
      h(
        "ul",
        {},
        ...recipients.map(({ key, email, designation, method }) =>
          h(
            "li",
            {},
            h("strong", {}, recipientName(state, key)),
            ` ${[email, texts.designations[designation], ...(method === undefined ? [] : [texts.methods[method]])].join(" · ")}`,
          ),
        ),
      ),
      h(
        "div",
        { class: "actions" },
        button(texts.confirm.back, () => dialog.close("back")),
        button(texts.confirm.send, () => dialog.close("send"), { class: "is-first" }),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "send");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
