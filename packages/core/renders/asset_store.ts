import { Context, type Effect, type Option, type Stream } from "effect";

/** A kept file, ready to be sent. */
export interface Asset {
  readonly byteSize: number;
  readonly bytes: Stream.Stream<Uint8Array>;
}

/** A part of a file: from a byte on, so many bytes. */
export interface AssetRange {
  readonly offset: number;
  readonly length: number;
}

/**
 * Keeps the bytes of documents, each under a name given once and for all.
 *
 * A file is there whole or not at all, however its writer died; writing it again replaces it.
 */
export class AssetStore extends Context.Service<
  AssetStore,
  {
    readonly put: (name: string, bytes: Uint8Array) => Effect.Effect<void>;
    readonly open: (name: string, range?: AssetRange) => Effect.Effect<Option.Option<Asset>>;
    /** Removes a file that nobody was told of; one that is not there is no mistake. */
    readonly remove: (name: string) => Effect.Effect<void>;
    /** Whether the store can be written to; dies when it cannot. */
    readonly check: Effect.Effect<void>;
  }
>()("@paraph/core/renders/AssetStore") {}
