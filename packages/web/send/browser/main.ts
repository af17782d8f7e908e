import { applyAppearance } from "../../ui/browser/appearance/appearance.ts";
import { button, byId } from "../../ui/browser/dom.ts";
import { CallFailed } from "../../ui/browser/session/call_failed.ts";
import type { CallState } from "../../ui/browser/session/caller.ts";
import { ProjectMissing } from "../../ui/browser/session/console_session.ts";
import { embedPageData } from "../../ui/browser/session/page_data.ts";
import { clearAlert, showAlert } from "../../ui/browser/status.ts";
import {
  DocumentMissing,
  linksToDocuments,
  linksToProjects,
  linkToConsole,
  openConsoleBackend,
} from "./backend/console_backend.ts";
import { onRefused, openEmbedBackend } from "./backend/embed_backend.ts";
import { showMessage } from "./result.ts";
import { failureText, texts } from "./texts.ts";

// The fragment of the URL names the document and its project.
addEventListener("hashchange", () => location.reload());
const place = byId("send-page");
const isInConsole = embedPageData().sessionId === "";
try {
  await start();
} catch (error) {
  fail(error);
} finally {
  place.removeAttribute("aria-busy");
}

async function start(): Promise<void> {
  const open = isInConsole ? openConsoleBackend : openEmbedBackend;
  const [backend, { showSend }] = await Promise.all([
    open(showCallState),
    import("./show_send.ts"),
  ]);
  const { appearance } = backend;
  applyAppearance(appearance);
  if (appearance.title !== undefined) {
    document.title = appearance.title;
    byId("send-title").textContent = appearance.title;
  }
  const state = await backend.load();
  const { filename, templateName, templateSlug, status } = state.render;
  byId("document-name").textContent = filename ?? templateName ?? templateSlug ?? "";
  if (status !== "succeeded") {
    refuse("render_not_ready", texts.notReadyTitle, texts.notReadyText);
    return;
  }
  await showSend(place, backend, state);
  backend.onReady();
}

function fail(error: unknown): void {
  const { console: inConsole } = texts;
  if (error instanceof DocumentMissing) {
    showMessage(place, inConsole.chooseTitle, inConsole.chooseText, linksToDocuments());
    return;
  }
  if (error instanceof ProjectMissing) {
    const { projectTitle, projectText } = inConsole;
    showMessage(place, projectTitle, projectText, linksToProjects(error.projects));
    return;
  }
  if (error instanceof CallFailed && error.code === "wrong_mode") {
    refuse("wrong_mode", texts.wrongModeTitle, texts.wrongModeText);
    return;
  }
  if (error instanceof CallFailed && [401, 403].includes(error.status)) {
    const title = error.status === 401 ? texts.endedTitle : texts.wrongModeTitle;
    refuse(error.code, title, failureText(error.status, error.code));
    return;
  }
  const isGone = error instanceof CallFailed && (error.status === 404 || error.status === 400);
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
  const action = isInConsole ? linkToConsole() : onRefused(code, title);
  showMessage(place, title, advice, [...actions, ...(action === undefined ? [] : [action])]);
}

/** Shows while calls take longer than usual. */
function showCallState(state: CallState): void {
  if (state === "fine") clearAlert();
  else showAlert(state === "expired" ? texts.expired : texts.retrying);
}
