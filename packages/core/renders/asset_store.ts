import { Context, type Effect, type Option, type Stream } from "effect";

import type { StorageUnavailable } from "./errors.ts";

/** A kept file, ready to be sent. */
export interface Asset {
  readonly byteSize: number;
  /** Changes whenever the file is written: its time and place, or the entity tag of an object. */
  readonly revision: string;
  /** Just so many bytes, or a failure: what breaks off midway never looks complete. */
  readonly bytes: Stream.Stream<Uint8Array, StorageUnavailable>;
}

/** A part of a file: from a byte on, so many bytes. */
export interface AssetRange {
  readonly offset: number;
  readonly length: number;
}

/** A document that is given away to whoever knows its address. */
export interface PublicAsset {
  /** 43 characters that nobody guesses. */
  readonly token: string;
  readonly bytes: Uint8Array;
  /** What it is called where it is saved. */
  readonly filename: string;
}

/**
 * Keeps the bytes of documents, each under a name given once and for all.
 *
 * A file is there whole or not at all, however its writer died; writing it again replaces it. What
 * is out of reach, full or forbidden is `StorageUnavailable` for now, and may be tried again.
 */
export class AssetStore extends Context.Service<
  AssetStore,
  {
    readonly put: (name: string, bytes: Uint8Array) => Effect.Effect<void, StorageUnavailable>;
    readonly open: (
      name: string,
      range?: AssetRange,
    ) => Effect.Effect<Option.Option<Asset>, StorageUnavailable>;
    /** Removes a file; one that is not there is no mistake. */
    readonly remove: (name: string) => Effect.Effect<void, StorageUnavailable>;
    /**
     * Puts a copy of a document where everybody can fetch it who knows the address, and tells it;
     * none where this service hands documents out itself. Publishing again replaces.
     */
    readonly publish: (
      document: PublicAsset,
    ) => Effect.Effect<Option.Option<string>, StorageUnavailable>;
    /** Removes that copy; where there is none it does nothing. */
    readonly unpublish: (token: string) => Effect.Effect<void, StorageUnavailable>;
    /** Whether the store can be read and written. */
    readonly check: Effect.Effect<void, StorageUnavailable>;
  }
>()("@paraph/core/renders/AssetStore") {}
