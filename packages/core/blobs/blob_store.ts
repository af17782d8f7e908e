import { Context, type Effect, type Stream } from "effect";

import type { BlobId, BlobRef } from "./blob_id.ts";

/**
 * Stores large immutable parts of rows, each content once, outside of the database.
 *
 * A blob is removed when no row has referred to it for a while. Call `put` before the transaction that
 * adds the reference: no transaction waits for an upload, and a process that dies in between leaves only an
 * unreferenced blob. A store that does not respond is a defect, as a database is.
 */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /** Stores bytes, unless the same bytes are stored already. */
    readonly put: (bytes: Uint8Array) => Effect.Effect<BlobRef>;
    /** The bytes of a blob, checked against its id. */
    readonly read: (id: BlobId) => Effect.Effect<Uint8Array>;
    /** The same in chunks, unchecked; it fails midway rather than ending early. */
    readonly stream: (id: BlobId) => Stream.Stream<Uint8Array>;
  }
>()("@paraph/core/blobs/BlobStore") {}
