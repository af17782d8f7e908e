import { Context, type Effect, type Option } from "effect";

import type {
  PageRequest,
  ProjectId,
  RenderBatchId,
  RenderId,
  SignatureBulkId,
  SignatureRequestId,
  Timestamp,
} from "../../values/mod.ts";
import type {
  BulkRow,
  BulkRowError,
  BulkRowResult,
  BulkRowStatus,
  CreateSignatureBulk,
  SignatureBulk,
} from "./signature_bulk.ts";

/** The options that all rows share. */
export type SharedOptions = Omit<CreateSignatureBulk, "template" | "versionNumber" | "rows">;

/** The part of a row that its signature request needs. */
export type RowRequest = Pick<BulkRow, "recipients" | "name">;

/** A bulk request to add, whose batch of renders is stored already. */
export interface NewSignatureBulk {
  readonly id: SignatureBulkId;
  readonly projectId: ProjectId;
  readonly batchId: RenderBatchId;
  readonly total: number;
  readonly options: SharedOptions;
  readonly rows: ReadonlyArray<{ readonly renderId: RenderId; readonly request: RowRequest }>;
  readonly createdAt: Timestamp;
}

/** A stored bulk request with its progress. */
export type StoredSignatureBulk = Omit<SignatureBulk, "status" | "pollUrl" | "rowsUrl"> & {
  readonly projectId: ProjectId;
};

/** A row to send. */
export interface BulkRowTask {
  readonly bulkId: SignatureBulkId;
  readonly projectId: ProjectId;
  readonly renderId: RenderId;
  readonly position: number;
  readonly status: BulkRowStatus;
  readonly options: SharedOptions;
  /** `null` once the row has ended. */
  readonly request: RowRequest | null;
  readonly createdAt: Timestamp;
}

/** The result of a row that has ended. */
export type RowOutcome =
  | { readonly status: "sent"; readonly signatureId: SignatureRequestId }
  | { readonly status: "failed"; readonly error: BulkRowError };

/** Stores bulk requests. */
export class SignatureBulkStore extends Context.Service<
  SignatureBulkStore,
  {
    readonly add: (bulk: NewSignatureBulk) => Effect.Effect<void>;
    readonly find: (
      project: ProjectId,
      id: SignatureBulkId,
    ) => Effect.Effect<Option.Option<StoredSignatureBulk>>;
    /** Newest first; up to `limit + 1` rows. */
    readonly list: (
      project: ProjectId,
      page: PageRequest,
    ) => Effect.Effect<ReadonlyArray<StoredSignatureBulk>>;
    /** The results of the rows of a bulk request, by their positions. */
    readonly results: (id: SignatureBulkId) => Effect.Effect<ReadonlyArray<BulkRowResult>>;
    /** The row of a render; none if the render is of no bulk request. */
    readonly findRow: (render: RenderId) => Effect.Effect<Option.Option<BulkRowTask>>;
    /**
     * Whether a row is pending. Locks it in the open transaction, which creates its request: an erasure of a
     * recipient waits for it, and then finds the request.
     */
    readonly lockPending: (render: RenderId) => Effect.Effect<boolean>;
    /** Ends a pending row, and deletes its recipients. */
    readonly settle: (render: RenderId, outcome: RowOutcome) => Effect.Effect<void>;
    /**
     * Completes a bulk request in the open transaction and returns it; none if rows are pending or it was completed
     * before. Concurrent calls wait for each other.
     */
    readonly complete: (
      id: SignatureBulkId,
      at: Timestamp,
    ) => Effect.Effect<Option.Option<StoredSignatureBulk>>;
    /** At most `limit` bulk requests without pending rows that are not completed: their last renders were erased. */
    readonly overdue: (limit: number) => Effect.Effect<ReadonlyArray<SignatureBulkId>>;
    /** Queues pending rows whose renders have ended and that are not in the queue. */
    readonly requeue: Effect.Effect<void>;
  }
>()("@paraph/core/signatures/SignatureBulkStore") {}
