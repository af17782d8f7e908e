import { byId } from "../../ui/browser/dom.ts";
import { send } from "./calls.ts";
import { TEXTS } from "./texts.ts";

/** Confirms the name of the recipient who has the device of a host; then the page shows the document. */
export function setUpInPerson(page: HTMLElement): void {
  const url = new URL(page.dataset["confirm"] ?? "", document.baseURI).href;
  const [button, problem] = [byId("in-person-confirm"), byId("in-person-problem")];
  let isBusy = false;
  const confirm = async () => {
    if (isBusy) return;
    isBusy = true;
    problem.textContent = "";
    const outcome = await send(url);
    // The server's page shows the document, or why there is nothing to sign.
    if (outcome.kind === "done" || outcome.kind === "closed") location.reload();
    else problem.textContent = outcome.kind === "failed" ? outcome.message : TEXTS.failures.server;
    isBusy = false;
  };
  button.addEventListener("click", () => void confirm());
}
