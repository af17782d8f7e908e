import { Context, type Effect, type Option } from "effect";

import type { StoredJson } from "../../blobs/mod.ts";
import type { EmbedSessionId, ProjectId, TemplateId, Timestamp } from "../../values/mod.ts";
import type { BuilderTemplateInfo } from "./builder_template.ts";
import type { DraftState } from "./draft.ts";

/** A stored draft. */
export interface StoredDraft extends DraftState {
  readonly document: StoredJson;
}

/** A draft to save. */
export interface SavedDraft {
  readonly templateId: TemplateId;
  readonly document: StoredJson;
  readonly category: string | null;
  readonly revision: number;
  readonly updatedAt: Timestamp;
}

/** The first draft of a template, and the session that created it, if any. */
export interface NewDraft extends SavedDraft, DraftState {
  readonly sessionId: EmbedSessionId | null;
}

/** Stores drafts. Documents may be large: only {@linkcode find} reads one. */
export class DraftStore extends Context.Service<
  DraftStore,
  {
    readonly add: (draft: NewDraft) => Effect.Effect<void>;
    readonly find: (template: TemplateId) => Effect.Effect<Option.Option<StoredDraft>>;
    /** A draft without its document. */
    readonly state: (template: TemplateId) => Effect.Effect<Option.Option<DraftState>>;
    /** The session that created a template, if any. */
    readonly creator: (template: TemplateId) => Effect.Effect<Option.Option<EmbedSessionId>>;
    readonly save: (draft: SavedDraft) => Effect.Effect<void>;
    /** Stores the last published revision and its version, if there is a draft. */
    readonly notePublished: (
      template: TemplateId,
      published: { readonly revision: number; readonly version: number },
    ) => Effect.Effect<void>;
    /** Existing templates of a project, with or without drafts, newest-updated first. */
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<BuilderTemplateInfo>>;
  }
>()("@paraph/core/embed/DraftStore") {}
