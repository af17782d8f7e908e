import { Context, type Effect, type Option } from "effect";

import type {
  PageRequest,
  ProjectId,
  SignatureDraftId,
  SignatureRequestId,
  Timestamp,
} from "../../values/mod.ts";
import type { SignatureDraft, SignatureDraftQuery } from "./signature_draft.ts";

/** A stored draft. */
export interface StoredSignatureDraft extends SignatureDraft {
  readonly projectId: ProjectId;
}

/** A change of a draft that was not sent, if it has this revision. */
export interface DraftChange {
  readonly id: SignatureDraftId;
  readonly revision: number;
}

/** Stores drafts of signature requests. */
export class SignatureDraftStore extends Context.Service<
  SignatureDraftStore,
  {
    readonly add: (draft: StoredSignatureDraft) => Effect.Effect<void>;
    readonly find: (
      project: ProjectId,
      id: SignatureDraftId,
    ) => Effect.Effect<Option.Option<StoredSignatureDraft>>;
    /** The newest draft of a render that was not sent. */
    readonly findOpen: (
      project: ProjectId,
      renderId: string,
    ) => Effect.Effect<Option.Option<StoredSignatureDraft>>;
    /** Newest first; up to `limit + 1` rows. */
    readonly list: (
      project: ProjectId,
      filter: Pick<SignatureDraftQuery, "renderId" | "status">,
      page: PageRequest,
    ) => Effect.Effect<ReadonlyArray<StoredSignatureDraft>>;
    /** Saves the next revision; `false` if the draft was sent, changed or deleted. */
    readonly save: (
      change: DraftChange & {
        readonly request: SignatureDraft["request"];
        readonly updatedAt: Timestamp;
      },
    ) => Effect.Effect<boolean>;
    /**
     * Marks a draft as sent; `false` if it was sent, changed or deleted. It is a draft again if the signature
     * request is discarded.
     */
    readonly markSent: (
      change: DraftChange,
      signatureId: SignatureRequestId,
    ) => Effect.Effect<boolean>;
    /** Whether it existed. */
    readonly remove: (project: ProjectId, id: SignatureDraftId) => Effect.Effect<boolean>;
  }
>()("@paraph/core/signatures/SignatureDraftStore") {}
