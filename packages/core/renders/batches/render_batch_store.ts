import { Context, type Effect, type Option } from "effect";

import type {
  PageRequest,
  ProjectId,
  RenderBatchId,
  Slug,
  TemplateId,
  TemplateVersionId,
  Timestamp,
} from "../../values/mod.ts";
import type { StoredRender } from "../render_store.ts";

/** A batch to add. */
export interface NewRenderBatch {
  readonly id: RenderBatchId;
  readonly projectId: ProjectId;
  readonly templateId: TemplateId;
  readonly templateVersionId: TemplateVersionId;
  readonly total: number;
  readonly createdAt: Timestamp;
}

/** A stored batch with its progress. */
export interface StoredRenderBatch extends NewRenderBatch {
  readonly templateSlug: Slug;
  readonly versionNumber: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly completedAt: Timestamp | null;
}

/** Stores batches of renders. Their renders are in the `RenderStore`. */
export class RenderBatchStore extends Context.Service<
  RenderBatchStore,
  {
    readonly add: (batch: NewRenderBatch) => Effect.Effect<void>;
    readonly find: (
      project: ProjectId,
      id: RenderBatchId,
    ) => Effect.Effect<Option.Option<StoredRenderBatch>>;
    /** Newest first; up to `limit + 1` rows. */
    readonly list: (
      project: ProjectId,
      page: PageRequest,
    ) => Effect.Effect<ReadonlyArray<StoredRenderBatch>>;
    /** The renders of a batch by their positions. Erased ones are missing. */
    readonly renders: (
      id: RenderBatchId,
    ) => Effect.Effect<ReadonlyArray<StoredRender & { readonly position: number }>>;
    /**
     * Completes those batches in the open transaction whose renders have all ended, and returns them. Each batch is
     * completed once: concurrent calls wait for each other.
     */
    readonly complete: (
      ids: ReadonlyArray<RenderBatchId>,
      at: Timestamp,
    ) => Effect.Effect<ReadonlyArray<StoredRenderBatch>>;
    /** At most `limit` batches that are not completed, although their renders have all ended. */
    readonly overdue: (limit: number) => Effect.Effect<ReadonlyArray<RenderBatchId>>;
    /** Deletes at most `limit` completed batches whose renders are all erased; returns their number. */
    readonly deleteEmpty: (limit: number) => Effect.Effect<number>;
  }
>()("@paraph/core/renders/RenderBatchStore") {}
