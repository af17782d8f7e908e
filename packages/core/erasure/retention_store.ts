import { Context, type Duration, type Effect } from "effect";

import type { RenderId } from "../values/mod.ts";

/** What is forgotten by itself, each in batches. */
export type ExpiringRows = "events" | "deliveries" | "audit" | "repetitions";

/** Finds what has been kept long enough, by the database's own clock. */
export class RetentionStore extends Context.Service<
  RetentionStore,
  {
    /** What time the database says it is, in milliseconds. */
    readonly clockMillis: Effect.Effect<number>;
    /** Renders but these that ended so long ago: those never sent out for signature, or those that were. */
    readonly expiredRenders: (
      kind: "unsigned" | "signed",
      age: Duration.Duration,
      except: ReadonlyArray<RenderId>,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<RenderId>>;
    /** Forgets up to so many rows of that age; how many there were. */
    readonly deleteExpired: (
      what: ExpiringRows,
      age: Duration.Duration,
      limit: number,
    ) => Effect.Effect<number>;
    /** Forgets blobs that no row refers to, and notes their files to be removed; how many it looked at. */
    readonly deleteUnreferencedBlobs: (limit: number) => Effect.Effect<number>;
    /** Takes files that are to be removed; they come back when nobody says that they are gone. */
    readonly claimFiles: (limit: number) => Effect.Effect<ReadonlyArray<string>>;
    /** Notes that files were removed; once more they are, after whoever may still have written them. */
    readonly markRemoved: (names: ReadonlyArray<string>) => Effect.Effect<void>;
  }
>()("@paraph/core/erasure/RetentionStore") {}
