import { h } from "../../../ui/browser/dom.ts";
import {
  type Caller,
  type CallState,
  newIdempotencyKey,
} from "../../../ui/browser/session/caller.ts";
import {
  consoleCaller,
  type ConsoleProject,
  consoleProject,
  consoleSession,
} from "../../../ui/browser/session/console_session.ts";
import { embedPageData } from "../../../ui/browser/session/page_data.ts";
import { texts } from "../texts.ts";
import type { PageState, SendBackend } from "./backend.ts";

/** A draft of the API. */
interface Draft {
  readonly id: string;
  readonly renderId: string;
  readonly revision: number;
  readonly request: Record<string, unknown>;
  readonly signatureId: string | null;
}

/** The URL of the page names neither a render nor a draft. */
export class DocumentMissing extends Error {
  override readonly name = "DocumentMissing";
}

/**
 * Uses the session of the console. The fragment of the URL names the render or the draft, and the project of a
 * session of an account: `#render=ID&draft=ID&project=ID`. Rejects with `DocumentMissing` or `ProjectMissing` if it
 * does not.
 */
export async function openConsoleBackend(
  onState: (state: CallState) => void,
): Promise<SendBackend> {
  const { root } = embedPageData();
  const target = new URLSearchParams(location.hash.slice(1));
  const session = await consoleSession(root);
  if (!target.has("render") && !target.has("draft")) throw new DocumentMissing();
  const options = { root, session, project: target.get("project"), onState };
  const caller = consoleCaller({ ...options, project: await consoleProject(options) });
  const { call, get } = callsOf(caller);
  const idempotencyKey = newIdempotencyKey();
  const open = (draft: Draft) => location.replace(urlOf(root, `signatures/${draft.signatureId}`));

  async function findDraft(): Promise<Draft | undefined> {
    const id = target.get("draft");
    if (id !== null) return get<Draft>(`/v1/signature-drafts/${encodeURIComponent(id)}`);
    const query = new URLSearchParams({
      renderId: target.get("render") ?? "",
      status: "open",
      limit: "1",
    });
    return (await get<{ readonly drafts: ReadonlyArray<Draft> }>(`/v1/signature-drafts?${query}`))
      .drafts[0];
  }

  async function withTemplateName(render: PageState["render"]): Promise<PageState["render"]> {
    const { filename, templateSlug } = render;
    if (filename !== null || templateSlug === null) return render;
    const path = `/v1/templates/${encodeURIComponent(templateSlug)}`;
    // A deleted template has no name.
    const template = await get<{ readonly name: string }>(path).catch(() => undefined);
    return template === undefined ? render : { ...render, templateName: template.name };
  }

  return {
    appearance: {},
    load: async () => {
      const draft = await findDraft();
      if (draft !== undefined && draft.signatureId !== null) open(draft);
      const renderId = draft?.renderId ?? target.get("render") ?? "";
      const path = `/v1/renders/${encodeURIComponent(renderId)}`;
      const render = await get<PageState["render"]>(path);
      return { render: await withTemplateName(render), draft: draft ?? null };
    },
    document: async () => {
      const renderId = target.get("render");
      const id = renderId ?? (await findDraft())?.renderId ?? "";
      const path = `/v1/renders/${encodeURIComponent(id)}/download`;
      return new Uint8Array(await (await caller.call("GET", path)).arrayBuffer());
    },
    save: async ({ draftId, ...change }) => {
      if (draftId !== undefined)
        return call<Draft>("PATCH", `/v1/signature-drafts/${draftId}`, change);
      const { request } = change;
      const response = await caller.call(
        "POST",
        "/v1/signature-drafts",
        { request },
        { idempotencyKey },
      );
      const draft: Draft = await response.json();
      // The response of an earlier attempt was lost: the draft has its content.
      return response.status === 201
        ? draft
        : call<Draft>("PATCH", `/v1/signature-drafts/${draft.id}`, { request });
    },
    send: async (draftId, accessCodes) => {
      const path = `/v1/signature-drafts/${draftId}/send`;
      const response = await caller.call("POST", path, { accessCodes }, { isRepeatable: true });
      const { id }: { readonly id: string } = await response.json();
      return id;
    },
    onReady: () => {},
    onSent: (signatureId) =>
      h(
        "a",
        { class: "button is-first", href: urlOf(root, `signatures/${signatureId}`) },
        texts.console.open,
      ),
  };
}

/** A link to the console, which asks for a sign-in if there is no session. */
export function linkToConsole(): HTMLElement {
  return linkTo("signatures", texts.console.back);
}

/** Links to the pages of the console on which a document is chosen or uploaded. */
export function linksToDocuments(): ReadonlyArray<HTMLElement> {
  const { choose, upload } = texts.console;
  return [linkTo("renders", choose, "is-first"), linkTo("signatures", upload)];
}

/** Links to this page for each of the projects. */
export function linksToProjects(
  projects: ReadonlyArray<ConsoleProject>,
): ReadonlyArray<HTMLElement> {
  return projects.map(({ id, name }) => {
    const target = new URLSearchParams(location.hash.slice(1));
    target.set("project", id);
    return h("a", { class: "button", href: `#${target}`, dir: "auto" }, name);
  });
}

function linkTo(path: string, label: string, className = ""): HTMLElement {
  const href = urlOf(embedPageData().root, path);
  return h("a", { class: `button ${className}`.trim(), href }, label);
}

/** The URL of a page of the console. */
function urlOf(root: string, path: string): string {
  return `${root}/console#/${path}`;
}

function callsOf(caller: Caller) {
  const call = async <A>(method: string, path: string, body?: unknown): Promise<A> => {
    const result: A = await (await caller.call(method, path, body)).json();
    return result;
  };
  return { call, get: <A>(path: string) => call<A>("GET", path) };
}
