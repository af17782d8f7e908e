import { Context, type Effect, type Stream } from "effect";

import type { BlobId, BlobRef } from "./blob_id.ts";

/**
 * Stores large immutable parts of rows outside of the database, without duplicates.
 *
 * Unreferenced blobs are removed after a delay. Call `put` before the transaction that adds the
 * reference: no transaction waits for an upload, and a crash in between leaves only an unreferenced blob.
 * A store that does not respond is a defect, like a database that does not respond.
 */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /** Stores bytes, unless the same bytes are stored already. */
    readonly put: (bytes: Uint8Array) => Effect.Effect<BlobRef>;
    /** Retains blobs for an hour, even without a reference. Returns those that exist. */
    readonly retain: (ids: ReadonlyArray<BlobId>) => Effect.Effect<ReadonlySet<BlobId>>;
    /** The bytes of a blob, checked against its id. */
    readonly read: (id: BlobId) => Effect.Effect<Uint8Array>;
    /** The bytes of a blob in chunks, unchecked. An incomplete stream ends with a failure. */
    readonly stream: (id: BlobId) => Stream.Stream<Uint8Array>;
  }
>()("@paraph/core/blobs/BlobStore") {}
