import type { CallFailed } from "../../../ui/browser/session/call_failed.ts";
import { newIdempotencyKey } from "../../../ui/browser/session/caller.ts";
import type { EmbedSession } from "../../../ui/browser/session/session.ts";
import { CONSOLE, storeInUrl } from "../console_session.ts";

/** A template with its draft. */
export interface OpenedTemplate {
  readonly id: string;
  /** The stored properties, without those that the server adds. */
  readonly draft: Draft;
  readonly revision: number;
  readonly slug: string | null;
  readonly currentVersionNumber: number | null;
  readonly hasUnpublishedChanges: boolean;
}

/** The stored properties of a template. */
export interface Draft {
  readonly name?: string;
  readonly layout?: unknown;
  readonly [more: string]: unknown;
}

/** A published version. */
export interface Version {
  readonly id: string;
  readonly versionNumber: number;
  readonly createdAt: string;
}

interface TemplateResponse {
  readonly documentTemplate: Draft & { readonly _id: string };
  readonly revision: number;
  readonly slug?: string;
  readonly currentVersionNumber: number | null;
  readonly hasUnpublishedChanges?: boolean;
}

interface Publication {
  readonly id: string;
  readonly slug: string;
  readonly currentVersionNumber: number;
}

const PATH = "/v1/embed/builder/templates";

/** The API calls of the builder. */
export class Templates {
  readonly #session: EmbedSession;

  constructor(session: EmbedSession) {
    this.#session = session;
  }

  async open(id: string): Promise<OpenedTemplate> {
    return toOpenedTemplate(await this.#json<TemplateResponse>("GET", `${PATH}/${id}`));
  }

  /** Opens a template with the layout of its current version; without a layout if it was never published. */
  async openPublished(id: string): Promise<OpenedTemplate> {
    const path = `${PATH}/${id}?layout=published`;
    return toOpenedTemplate(await this.#json<TemplateResponse>("GET", path));
  }

  /** Creates a template without publishing it. */
  async create(documentTemplate: Draft): Promise<OpenedTemplate> {
    const body = { documentTemplate, publish: false };
    const response = await this.#json<TemplateResponse>("POST", PATH, body);
    return this.open(response.documentTemplate._id);
  }

  /** @param revision The revision that was edited; without it, the save overwrites any other. */
  async save(id: string, documentTemplate: Draft, revision?: number): Promise<OpenedTemplate> {
    const body = { documentTemplate, ...(revision === undefined ? {} : { revision }) };
    return toOpenedTemplate(await this.#json<TemplateResponse>("PUT", `${PATH}/${id}`, body));
  }

  publish(id: string): Promise<Publication> {
    return this.#json("POST", `${PATH}/${id}/publish`);
  }

  async versions(id: string): Promise<ReadonlyArray<Version>> {
    const { versions } = await this.#json<{ versions: ReadonlyArray<Version> }>(
      "GET",
      `${PATH}/${id}/versions`,
    );
    return versions;
  }

  restore(id: string, versionNumber: number): Promise<Publication> {
    return this.#json("POST", `${PATH}/${id}/rollback`, { versionNumber });
  }

  async remove(id: string): Promise<void> {
    await this.#session.call("DELETE", `${PATH}/${id}`);
  }

  /** Renders a document, which is not stored. */
  async preview(
    request: { readonly layout: unknown; readonly name: string; readonly data?: unknown },
    signal: AbortSignal,
  ): Promise<Blob> {
    const options = { signal, isRepeatable: true };
    const reply = await this.#session.call("POST", "/v1/embed/builder/preview", request, options);
    return reply.blob();
  }

  async #json<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    // Each attempt of a call has the same key, so that a retry after a lost response is not executed twice.
    const options = method === "POST" ? { idempotencyKey: newIdempotencyKey() } : {};
    const reply = await this.#session.call(method, path, body, options);
    const response: Body = await reply.json();
    return response;
  }
}

function toOpenedTemplate(response: TemplateResponse): OpenedTemplate {
  const {
    _id: id,
    organizationId: _project,
    sD: _deleted,
    cAt: _createdAt,
    isCustomTemplate: _custom,
    ...draft
  } = response.documentTemplate;
  return {
    id,
    draft,
    revision: response.revision,
    slug: response.slug ?? null,
    currentVersionNumber: response.currentVersionNumber,
    hasUnpublishedChanges: response.hasUnpublishedChanges ?? false,
  };
}

/**
 * Whether an error is a failed call. It compares names: the start script, which makes the calls, is a bundle
 * with its own copy of the class.
 */
export function isCallFailed(error: unknown): error is CallFailed {
  return error instanceof Error && error.name === "CallFailed";
}

/** Returns the template that an embed session has created, so that a reload opens it again. */
export function restoreTemplateId(sessionId: string): string | undefined {
  if (sessionId === CONSOLE) return undefined;
  try {
    return sessionStorage.getItem(keyOf(sessionId)) ?? undefined;
  } catch {
    return undefined; // Storage is off in frames of other sites.
  }
}

/** Stores the template of a session, in the console in the URL; `undefined` removes it. */
export function storeTemplate(
  sessionId: string,
  template: Pick<OpenedTemplate, "id" | "slug"> | undefined,
): void {
  if (sessionId === CONSOLE) {
    storeInUrl(template);
    return;
  }
  try {
    if (template === undefined) sessionStorage.removeItem(keyOf(sessionId));
    else sessionStorage.setItem(keyOf(sessionId), template.id);
  } catch {
    // Storage is off: a reload starts with a new template.
  }
}

function keyOf(sessionId: string): string {
  return `paraph-builder-${sessionId}`;
}
