import { applyAppearance } from "../../ui/browser/appearance/appearance.ts";
import { CallFailed } from "../../ui/browser/session/call_failed.ts";
import type { CallState } from "../../ui/browser/session/caller.ts";
import { ProjectMissing } from "../../ui/browser/session/console_session.ts";
import { embedPageData } from "../../ui/browser/session/page_data.ts";
import { postToParent } from "../../ui/browser/session/parent.ts";
import { openSession } from "../../ui/browser/session/session.ts";
import { showStatus } from "../../ui/browser/status.ts";
import { consoleUrl, isInConsole, openConsoleSession } from "./console_session.ts";
import { restoreTemplateId, Templates } from "./template/templates.ts";
import { TEXTS } from "./texts.ts";

const STATUS_TEXTS = {
  fine: "",
  retrying: TEXTS.status.retrying,
  expired: TEXTS.status.expired,
} as const satisfies Record<CallState, string>;

/** Loads the studio script while the session opens. */
async function start(): Promise<void> {
  const loading = import("./studio.ts");
  // The code that awaits it handles the failure.
  loading.catch(() => {});
  const open = isInConsole() ? openConsoleSession : openSession;
  const session = await open((state) => showStatus(STATUS_TEXTS[state]));
  const { context } = session;
  document.title = context.appearance.title ?? TEXTS.title;
  applyAppearance(context.appearance);
  const id = context.scope.templateExternalId ?? restoreTemplateId(context.sessionId);
  const [template, { openStudio }] = await Promise.all([
    id === undefined ? undefined : new Templates(session).open(id),
    loading,
  ]);
  openStudio({ session, data: embedPageData(), template });
  postToParent({ type: "paraph:ready", sessionId: context.sessionId, mode: context.scope.mode });
}

function showFailure(error: unknown): void {
  const hasEnded = error instanceof CallFailed && (error.status === 401 || error.status === 403);
  const text = failureText(error, hasEnded);
  const action =
    error instanceof ProjectMissing || (hasEnded && isInConsole())
      ? { label: TEXTS.toConsole, run: () => location.assign(consoleUrl(null)) }
      : { label: TEXTS.retry, run: () => location.reload() };
  showStatus(text, action);
  const code = error instanceof CallFailed ? error.code : "not_loaded";
  if (code !== "session_expired") postToParent({ type: "paraph:error", code, message: text });
}

function failureText(error: unknown, hasEnded: boolean): string {
  if (error instanceof ProjectMissing) return TEXTS.noProject;
  return hasEnded ? TEXTS.expired : TEXTS.failed;
}

await start().catch(showFailure);
