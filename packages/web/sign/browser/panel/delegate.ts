import { byId, h } from "../../../ui/browser/dom.ts";
import { format } from "../../../ui/browser/texts.ts";
import { send } from "../calls.ts";
import type { Form } from "../draft/form.ts";
import { endSigning } from "../end.ts";
import { TEXTS } from "../texts.ts";
import { Modal } from "./modal.ts";

/** Adds the dialog to name another person, who signs in place of the recipient. */
export function setUpDelegate(form: Form, url: string): void {
  const [button, confirm, problem] = [
    byId("delegate"),
    byId("delegate-confirm"),
    byId("delegate-error"),
  ];
  const [firstName, lastName, email, reason] = [
    input("delegate-first-name"),
    input("delegate-last-name"),
    input("delegate-email"),
    input("delegate-reason"),
  ];
  const isApproval = form.ceremony.recipient.designation === "Approver";
  const { refused, done } = isApproval ? APPROVAL : TEXTS.delegate;
  let isSending = false;
  const delegate = async () => {
    if (isSending) return;
    const checks = [
      [firstName, TEXTS.delegate.noName],
      [email, TEXTS.delegate.noEmail],
      [reason, TEXTS.delegate.noReason],
    ] as const;
    const failed = checks.find(([field]) => field.value.trim() === "" || !field.checkValidity());
    for (const [field] of checks) field.setAttribute("aria-invalid", String(field === failed?.[0]));
    problem.textContent = failed?.[1] ?? "";
    if (failed !== undefined) {
      failed[0].after(problem);
      failed[0].focus();
      return;
    }
    isSending = true;
    confirm.setAttribute("aria-disabled", "true");
    const person = {
      firstName: firstName.value.trim(),
      lastName: lastName.value.trim(),
      email: email.value.trim(),
    };
    const outcome = await send(url, { ...person, reason: reason.value.trim() });
    isSending = false;
    confirm.removeAttribute("aria-disabled");
    if (outcome.kind === "done") {
      form.forget();
      showDelegated(
        format(done, { name: `${person.firstName} ${person.lastName}`.trim() }),
        person.email,
      );
    } else if (outcome.kind === "closed") {
      endSigning("closed", form.ceremony.requestId);
    } else {
      reason.after(problem);
      problem.textContent = outcome.kind === "failed" ? outcome.message : refused;
    }
  };
  const modal = new Modal("delegate-dialog", () => void delegate());
  button.removeAttribute("aria-disabled");
  button.addEventListener("click", () => {
    modal.open(() => button.focus());
    firstName.focus();
  });
}

/** The texts for approvers. */
const APPROVAL = { refused: TEXTS.delegate.refusedApproval, done: TEXTS.delegate.doneApproval };

/** Shows who signs now. The server cannot: the link does not work any more. */
function showDelegated(sentence: string, email: string): void {
  const template = byId("delegated");
  if (!(template instanceof HTMLTemplateElement)) throw new Error("#delegated is not a template");
  const { content } = template;
  const [title, text] = [content.querySelector("h1"), content.querySelector("p:empty")];
  if (title === null || text === null) throw new Error("#delegated has no texts");
  title.textContent = sentence;
  text.textContent = format(TEXTS.delegate.doneText, { email });
  const mark = document.querySelector(".branding");
  const footer = document.querySelector(".branding-footer");
  document.body.className = "neutral";
  document.body.replaceChildren(
    ...(mark === null ? [] : [h("header", { class: "branding-bar" }, mark)]),
    content,
    ...(footer === null ? [] : [footer]),
  );
  document.title = title.textContent;
  title.focus();
}

function input(id: string): HTMLInputElement | HTMLTextAreaElement {
  const element = byId(id);
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element;
  throw new Error(`#${id} is not a field`);
}
