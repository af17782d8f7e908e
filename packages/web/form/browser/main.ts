import { applyAppearance } from "../../ui/browser/appearance/appearance.ts";
import { button, byId, h, svgIcon } from "../../ui/browser/dom.ts";
import { CallFailed } from "../../ui/browser/session/call_failed.ts";
import type { CallState } from "../../ui/browser/session/caller.ts";
import { postToParent } from "../../ui/browser/session/parent.ts";
import { type EmbedSession, openSession } from "../../ui/browser/session/session.ts";
import { clearAlert, showAlert } from "../../ui/browser/status.ts";
import { ICONS } from "./icons.ts";
import { showMessage } from "./result/result.ts";
import type { showForm as ShowForm } from "./show_form.ts";
import { texts } from "./texts.ts";

const place = byId("form-page");
try {
  const [session, { showForm }] = await Promise.all([
    openSession(showCallState),
    import("./show_form.ts"),
  ]);
  start(session, showForm);
} catch (error) {
  fail(error);
} finally {
  place.removeAttribute("aria-busy");
}

function start(session: EmbedSession, showForm: typeof ShowForm): void {
  const { context } = session;
  const { appearance, scope, template } = context;
  applyAppearance(appearance);
  const title = appearance.title ?? template?.name ?? texts.untitled;
  document.title = title;
  byId("form-title").textContent = title;
  if (scope.mode !== "fill") refuse("wrong_mode", texts.wrongModeTitle, texts.wrongModeText);
  else if (template === null) {
    refuse("template_not_resolved", texts.unresolvedTitle, texts.unresolvedText);
  } else showForm(place, session, template);
  postToParent({ type: "paraph:ready", sessionId: context.sessionId, mode: scope.mode });
}

function fail(error: unknown): void {
  const isOver = error instanceof CallFailed && (error.status === 401 || error.status === 403);
  if (isOver) {
    refuse(error.code, texts.endedTitle, texts.endedText);
    return;
  }
  const again = button(texts.tryAgain, () => location.reload(), { class: "is-first" });
  refuse("not_loaded", texts.notLoadedTitle, texts.notLoadedText, [again]);
}

function refuse(
  code: string,
  title: string,
  advice: string,
  actions: ReadonlyArray<HTMLElement> = [],
): void {
  showMessage(place, "is-wrong", svgIcon(ICONS.alert), title, [h("p", {}, advice)], actions);
  postToParent({ type: "paraph:error", code, message: title });
}

/** Shows while calls take longer than usual. */
function showCallState(state: CallState): void {
  if (state === "fine") clearAlert();
  else if (state === "expired") showAlert(texts.expired);
  else showAlert(navigator.onLine ? texts.retrying : texts.offline);
}
