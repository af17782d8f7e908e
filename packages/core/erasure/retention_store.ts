import { Context, type Duration, type Effect } from "effect";

import type { RenderId } from "../values/mod.ts";

/** The kinds of rows that are deleted by age. */
export type ExpiringRows = "events" | "deliveries" | "audit" | "repetitions";

/** Finds and deletes expired data, by the clock of the database. */
export class RetentionStore extends Context.Service<
  RetentionStore,
  {
    /** The time of the database, in milliseconds. */
    readonly clockMillis: Effect.Effect<number>;
    /** Expired renders without or with signature requests, except the given ones. */
    readonly expiredRenders: (
      kind: "unsigned" | "signed",
      age: Duration.Duration,
      except: ReadonlyArray<RenderId>,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<RenderId>>;
    /** Adds the tables of the coming weeks, to which events and deliveries are written. */
    readonly addPartitions: Effect.Effect<void>;
    /** Drops the weeks in which everything has expired; returns the number of dropped tables. */
    readonly dropExpired: (
      kind: "events" | "deliveries",
      age: Duration.Duration,
    ) => Effect.Effect<number>;
    /** Deletes at most `limit` expired rows; returns their number. */
    readonly deleteExpired: (
      kind: ExpiringRows,
      age: Duration.Duration,
      limit: number,
    ) => Effect.Effect<number>;
    /** Deletes unreferenced blobs and queues their files for removal; returns the number of checked blobs. */
    readonly deleteUnreferencedBlobs: (limit: number) => Effect.Effect<number>;
    /**
     * Withdraws the public copies of at most `limit` renders of a project without public downloads, and queues
     * the files for removal; 0 if there is no such project left.
     */
    readonly withdrawCopies: (limit: number) => Effect.Effect<number>;
    /** Claims files to remove. They are claimed again unless they are marked as removed. */
    readonly claimFiles: (limit: number) => Effect.Effect<ReadonlyArray<string>>;
    /** Marks files as removed. They are removed once more later, in case a slow process has written them since. */
    readonly markRemoved: (names: ReadonlyArray<string>) => Effect.Effect<void>;
  }
>()("@paraph/core/erasure/RetentionStore") {}
