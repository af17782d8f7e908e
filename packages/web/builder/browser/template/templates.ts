import { newIdempotencyKey } from "../../../ui/browser/session/caller.ts";
import type { EmbedSession } from "../../../ui/browser/session/session.ts";

/** A template as somebody works on it. */
export interface OpenedTemplate {
  readonly id: string;
  /** All that is stored, without what the server adds of its own. */
  readonly draft: Draft;
  readonly revision: number;
  readonly slug: string | null;
  readonly currentVersionNumber: number | null;
  readonly hasUnpublishedChanges: boolean;
}

/** What is stored of a template. */
export interface Draft {
  readonly name?: string;
  readonly layout?: unknown;
  readonly [more: string]: unknown;
}

/** A version that was published. */
export interface Version {
  readonly id: string;
  readonly versionNumber: number;
  readonly createdAt: string;
}

interface Sent {
  readonly documentTemplate: Draft & { readonly _id: string };
  readonly revision: number;
  readonly slug?: string;
  readonly currentVersionNumber: number | null;
  readonly hasUnpublishedChanges?: boolean;
}

interface Published {
  readonly id: string;
  readonly slug: string;
  readonly currentVersionNumber: number;
}

const PATH = "/v1/embed/builder/templates";

/** The builder's calls. */
export class Templates {
  readonly #session: EmbedSession;

  constructor(session: EmbedSession) {
    this.#session = session;
  }

  async open(id: string): Promise<OpenedTemplate> {
    return openedFrom(await this.#json<Sent>("GET", `${PATH}/${id}`));
  }

  /** Begins a template; the server may publish it at once. */
  async create(documentTemplate: Draft): Promise<OpenedTemplate> {
    const created = await this.#json<Sent>("POST", PATH, { documentTemplate });
    return this.open(created.documentTemplate._id);
  }

  /** @param revision The one that was changed; without it, whatever is there is overwritten. */
  async save(id: string, documentTemplate: Draft, revision?: number): Promise<OpenedTemplate> {
    const body = { documentTemplate, ...(revision === undefined ? {} : { revision }) };
    return openedFrom(await this.#json<Sent>("PUT", `${PATH}/${id}`, body));
  }

  publish(id: string): Promise<Published> {
    return this.#json("POST", `${PATH}/${id}/publish`);
  }

  async versions(id: string): Promise<ReadonlyArray<Version>> {
    const { versions } = await this.#json<{ versions: ReadonlyArray<Version> }>(
      "GET",
      `${PATH}/${id}/versions`,
    );
    return versions;
  }

  restore(id: string, versionNumber: number): Promise<Published> {
    return this.#json("POST", `${PATH}/${id}/rollback`, { versionNumber });
  }

  async remove(id: string): Promise<void> {
    await this.#session.call("DELETE", `${PATH}/${id}`);
  }

  /** Draws a document; nothing of it is kept. */
  async preview(
    asked: { readonly layout: unknown; readonly name: string; readonly data?: unknown },
    signal: AbortSignal,
  ): Promise<Blob> {
    const options = { signal, isRepeatable: true };
    const answer = await this.#session.call("POST", "/v1/embed/builder/preview", asked, options);
    return answer.blob();
  }

  async #json<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    // Each attempt of a call carries the same key, so that a lost response does nothing twice.
    const options = method === "POST" ? { idempotencyKey: newIdempotencyKey() } : {};
    const answer = await this.#session.call(method, path, body, options);
    const sent: Answer = await answer.json();
    return sent;
  }
}

function openedFrom(sent: Sent): OpenedTemplate {
  const {
    _id: id,
    organizationId: _project,
    sD: _deleted,
    cAt: _createdAt,
    isCustomTemplate: _custom,
    ...draft
  } = sent.documentTemplate;
  return {
    id,
    draft,
    revision: sent.revision,
    slug: sent.slug ?? null,
    currentVersionNumber: sent.currentVersionNumber,
    hasUnpublishedChanges: sent.hasUnpublishedChanges ?? false,
  };
}
