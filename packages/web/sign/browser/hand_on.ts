import { byId } from "../../ui/browser/dom.ts";
import { TEXTS } from "./texts.ts";

/** Hands the device on: the recipient who confirms their name gets their own link. */
export function setUpHandOn(page: HTMLElement): void {
  const url = new URL(page.dataset["handOn"] ?? "", document.baseURI).href;
  byId("hand-on-title").focus({ preventScroll: true });
  let isBusy = false;
  const confirm = async (recipientId: string, problem: HTMLElement) => {
    if (isBusy) return;
    isBusy = true;
    problem.textContent = "";
    try {
      problem.textContent = await handOn(url, recipientId);
    } catch {
      problem.textContent = navigator.onLine ? TEXTS.failures.network : TEXTS.failures.offline;
    }
    isBusy = false;
  };
  for (const button of page.querySelectorAll<HTMLElement>("button[data-recipient]")) {
    const recipientId = button.dataset["recipient"] ?? "";
    button.addEventListener("click", () => void confirm(recipientId, byId("hand-on-problem")));
  }
}

/** Opens the document of a recipient, or returns the problem. */
async function handOn(url: string, recipientId: string): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    signal: AbortSignal.timeout(60_000),
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ recipientId }),
  });
  if (response.ok) {
    const { token }: { readonly token: string } = await response.json();
    location.assign(new URL(encodeURIComponent(token), document.baseURI));
    return "";
  }
  if (response.status === 429) return TEXTS.failures.tooMany;
  // The server's page shows whose turn it is now.
  if (response.status === 404 || response.status === 409) location.reload();
  return TEXTS.failures.server;
}
