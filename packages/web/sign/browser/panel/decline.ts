import { isVisible } from "@paraph/core/builtin_provider";

import { byId } from "../../../ui/browser/dom.ts";
import { send } from "../calls.ts";
import type { Form } from "../draft/form.ts";
import { endSigning } from "../end.ts";
import { TEXTS } from "../texts.ts";
import { Modal } from "./modal.ts";

/** Adds the dialog to decline with a reason. */
export function setUpDecline(form: Form, url: string): void {
  const [button, confirm, problem] = [
    byId("decline"),
    byId("decline-confirm"),
    byId("reason-error"),
  ];
  const reason = byId("reason");
  if (!(reason instanceof HTMLTextAreaElement)) throw new Error("#reason is not a text area");
  let isSending = false;
  const decline = async () => {
    if (isSending) return;
    const text = reason.value.trim();
    const hasReason = isVisible(text);
    problem.textContent = hasReason ? "" : TEXTS.decline.noReason;
    if (!hasReason) {
      reason.focus();
      return;
    }
    isSending = true;
    confirm.setAttribute("aria-disabled", "true");
    const outcome = await send(url, { reason: text });
    if (outcome.kind === "done" || outcome.kind === "closed") {
      form.forget();
      endSigning(outcome.kind === "done" ? "declined" : "closed", form.ceremony.requestId);
      return;
    }
    isSending = false;
    confirm.removeAttribute("aria-disabled");
    problem.textContent =
      outcome.kind === "failed" ? outcome.message : [...outcome.problems.values()].join(" ");
  };
  const modal = new Modal("decline-dialog", () => void decline());
  button.removeAttribute("aria-disabled");
  button.addEventListener("click", () => {
    // Only one button has this name at a time.
    button.classList.add("is-away");
    modal.open(() => {
      button.classList.remove("is-away");
      button.focus();
    });
    reason.focus();
  });
}
