import { Context, type Effect, type Option } from "effect";

import type { StoredJson } from "../../blobs/mod.ts";
import type { EmbedSessionId, ProjectId, TemplateId, Timestamp } from "../../values/mod.ts";
import type { BuilderTemplateInfo } from "./builder_template.ts";
import type { DraftState } from "./draft.ts";

/** A draft as its row holds it. */
export interface StoredDraft extends DraftState {
  readonly document: StoredJson;
}

/** A draft to keep in place of whatever was kept before. */
export interface SavedDraft {
  readonly templateId: TemplateId;
  readonly document: StoredJson;
  readonly category: string | null;
  readonly revision: number;
  readonly updatedAt: Timestamp;
}

/** The first draft of a template, and who made it if a session did. */
export interface NewDraft extends SavedDraft, DraftState {
  readonly sessionId: EmbedSessionId | null;
}

/** Keeps drafts. Documents may be large: only {@linkcode find} reads one. */
export class DraftStore extends Context.Service<
  DraftStore,
  {
    readonly add: (draft: NewDraft) => Effect.Effect<void>;
    readonly find: (template: TemplateId) => Effect.Effect<Option.Option<StoredDraft>>;
    /** A draft without its document. */
    readonly state: (template: TemplateId) => Effect.Effect<Option.Option<DraftState>>;
    /** The session that made a template, if one did. */
    readonly creator: (template: TemplateId) => Effect.Effect<Option.Option<EmbedSessionId>>;
    readonly save: (draft: SavedDraft) => Effect.Effect<void>;
    /** Notes which revision was published last, and as which version; nothing without a draft. */
    readonly notePublished: (
      template: TemplateId,
      published: { readonly revision: number; readonly version: number },
    ) => Effect.Effect<void>;
    /** Live templates of a project, drafts or not, newest-updated first. */
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<BuilderTemplateInfo>>;
  }
>()("@paraph/core/embed/DraftStore") {}
