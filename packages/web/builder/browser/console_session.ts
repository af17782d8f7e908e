import type { Caller, CallState } from "../../ui/browser/session/caller.ts";
import {
  consoleCaller,
  type ConsoleProject,
  consoleProject,
  consoleSession,
} from "../../ui/browser/session/console_session.ts";
import type { EmbedContext } from "../../ui/browser/session/context.ts";
import { embedPageData } from "../../ui/browser/session/page_data.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";

/** The id of the session of the console. Embed sessions have a UUID. */
export const CONSOLE = "console";

/** Whether the page is one of the console. */
export function isInConsole(): boolean {
  return embedPageData().sessionId === "";
}

/**
 * Opens the builder with the session of the console. The fragment of the URL names the template, and the project
 * of a session of an account: `#template=ID&slug=SLUG&project=ID`. Without a template, it creates one. Rejects with
 * `ProjectMissing` if an account has several projects and the URL names none.
 */
export async function openConsoleSession(
  onState: (state: CallState) => void,
): Promise<EmbedSession> {
  const { root } = embedPageData();
  const target = targetOf(location.hash);
  const session = await consoleSession(root);
  const { member, expiresAt } = session;
  const options = { root, session, project: target.get("project"), onState };
  const project = await consoleProject(options);
  const caller = consoleCaller({ ...options, project });
  const template = target.get("template");
  const mayWork = member?.role !== "viewer";
  const context: EmbedContext = {
    sessionId: CONSOLE,
    expiresAt,
    tenant: { externalId: CONSOLE },
    actor: { externalId: member?.email ?? CONSOLE },
    scope:
      template === null
        ? { mode: mayWork ? "create" : "view" }
        : { mode: mayWork ? "edit" : "view", templateExternalId: template },
    permissions: {
      saveDraft: mayWork,
      publish: mayWork,
      rename: mayWork,
      delete: mayWork,
      rollback: mayWork,
      preview: mayWork,
      submitForm: false,
      send: false,
    },
    appearance: {},
    callbacks: {
      get closeUrl() {
        return consoleUrl(targetOf(location.hash).get("slug"));
      },
    },
    catalog: null,
    form: null,
    template: null,
    projectLanguage: session.projectLanguage ?? (await languageOf(project, caller)),
    allowedOrigins: [],
  };
  return { context, call: (...request) => caller.call(...request) };
}

/** The language of a project of an account. */
async function languageOf(project: string | null, caller: Caller): Promise<string> {
  const response = await caller.call("GET", `/v1/projects/${project ?? ""}`);
  const { language }: ConsoleProject = await response.json();
  return language;
}

/** The URL of a template in the console, or of all templates. */
export function consoleUrl(slug: string | null): string {
  const page = slug === null ? "templates" : `templates/${encodeURIComponent(slug)}`;
  return `${embedPageData().root}/console#/${page}`;
}

/** Stores a template in the URL of the page, so that a reload opens it again; `undefined` removes it. */
export function storeInUrl(
  template: { readonly id: string; readonly slug: string | null } | undefined,
): void {
  const target = targetOf(location.hash);
  for (const name of ["template", "slug"]) target.delete(name);
  if (template !== undefined) target.set("template", template.id);
  if (typeof template?.slug === "string") target.set("slug", template.slug);
  history.replaceState(history.state, "", `#${target}`);
}

function targetOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.slice(1));
}
