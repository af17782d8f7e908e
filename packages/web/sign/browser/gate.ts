import { byId, inputById } from "../../ui/browser/dom.ts";
import { TEXTS } from "./texts.ts";

/** Sends codes and enters them, on the page of a recipient who must enter one. */
export function setUpGate(page: HTMLElement): void {
  const urlOf = (name: string) => new URL(page.dataset[name] ?? "", document.baseURI).href;
  const [entry, input] = [byId("gate-entry"), inputById("gate-code")];
  const [problem, status] = [byId("gate-problem"), byId("gate-status")];
  const isSms = page.dataset["method"] === "sms_code";
  const sendButton = document.getElementById("gate-send");
  let isBusy = false;

  const run = async (action: () => Promise<string>) => {
    if (isBusy) return;
    isBusy = true;
    problem.textContent = "";
    try {
      problem.textContent = await action();
    } catch {
      problem.textContent = navigator.onLine ? TEXTS.failures.network : TEXTS.failures.offline;
    }
    isBusy = false;
  };

  sendButton?.addEventListener("click", () => {
    void run(async () => {
      const { status: code } = await post(urlOf("code"));
      if (code === 404) location.reload();
      if (code === 404) return "";
      if (code === 429) return TEXTS.failures.tooMany;
      if (code === 409) {
        if (entry.hidden) return TEXTS.gate.notSent;
        return isSms ? TEXTS.gate.smsJustSent : TEXTS.gate.justSent;
      }
      // Without a response of the gateway, the SMS may still arrive.
      if (code !== 200 && code !== 502) return TEXTS.failures.server;
      entry.hidden = false;
      input.removeAttribute("aria-invalid");
      sendButton.classList.replace("is-first", "is-quiet");
      sendButton.textContent = TEXTS.gate.sendAgain;
      if (code === 502) return TEXTS.gate.smsFailed;
      status.textContent = TEXTS.gate.sent;
      input.focus();
      return "";
    });
  });

  byId("gate-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (entry.hidden) return;
    void run(async () => {
      const code = input.value.trim();
      if (code === "") {
        input.setAttribute("aria-invalid", "true");
        input.focus();
        return TEXTS.gate.missing;
      }
      const response = await post(urlOf("verify"), { code });
      if (response.status === 200) {
        const { token }: { readonly token: string } = await response.json();
        location.replace(new URL(encodeURIComponent(token), document.baseURI));
        return "";
      }
      // The link was replaced: the server's page says so.
      if (response.status === 404) location.reload();
      if (response.status === 404) return "";
      input.setAttribute("aria-invalid", "true");
      input.select();
      if (response.status === 400) return TEXTS.gate.wrong;
      if (response.status === 409) return TEXTS.gate.locked;
      return response.status === 429 ? TEXTS.failures.tooMany : TEXTS.failures.server;
    });
  });
}

function post(url: string, body?: unknown): Promise<Response> {
  return fetch(url, {
    method: "POST",
    signal: AbortSignal.timeout(60_000),
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
}
