import { applyAppearance } from "../../ui/browser/appearance/appearance.ts";
import { button, byId } from "../../ui/browser/dom.ts";
import { CallFailed } from "../../ui/browser/session/call_failed.ts";
import type { CallState } from "../../ui/browser/session/caller.ts";
import { postToParent } from "../../ui/browser/session/parent.ts";
import { openSession } from "../../ui/browser/session/session.ts";
import { clearAlert, showAlert } from "../../ui/browser/status.ts";
import { showMessage } from "./result.ts";
import type { PageState } from "./show_send.ts";
import { failureText, texts } from "./texts.ts";

const place = byId("send-page");
try {
  await start();
} catch (error) {
  fail(error);
} finally {
  place.removeAttribute("aria-busy");
}

async function start(): Promise<void> {
  const [session, { showSend }] = await Promise.all([
    openSession(showCallState),
    import("./show_send.ts"),
  ]);
  const { appearance, scope, sessionId } = session.context;
  applyAppearance(appearance);
  if (appearance.title !== undefined) {
    document.title = appearance.title;
    byId("send-title").textContent = appearance.title;
  }
  if (scope.mode !== "send") {
    refuse("wrong_mode", texts.wrongModeTitle, texts.wrongModeText);
    return;
  }
  const response = await session.call("GET", `/v1/embed/send/${sessionId}`);
  const state: PageState = await response.json();
  const { filename, templateSlug, status } = state.render;
  byId("document-name").textContent = filename ?? templateSlug ?? "";
  if (status !== "succeeded") {
    refuse("render_not_ready", texts.notReadyTitle, texts.notReadyText);
    return;
  }
  await showSend(place, session, state);
  postToParent({ type: "paraph:ready", sessionId, mode: scope.mode });
}

function fail(error: unknown): void {
  if (error instanceof CallFailed && [401, 403].includes(error.status)) {
    refuse(error.code, texts.endedTitle, failureText(error.status, error.code));
    return;
  }
  const isGone = error instanceof CallFailed && error.status === 404;
  const again = button(texts.reload, () => location.reload(), { class: "is-first" });
  if (isGone) refuse("not_found", texts.noDocumentTitle, texts.noDocumentText);
  else refuse("not_loaded", texts.notLoadedTitle, texts.notLoadedText, [again]);
}

function refuse(
  code: string,
  title: string,
  advice: string,
  actions: ReadonlyArray<HTMLElement> = [],
): void {
  showMessage(place, title, advice, actions);
  postToParent({ type: "paraph:error", code, message: title });
}

/** Shows while calls take longer than usual. */
function showCallState(state: CallState): void {
  if (state === "fine") clearAlert();
  else showAlert(state === "expired" ? texts.expired : texts.retrying);
}
