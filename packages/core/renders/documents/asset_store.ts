import { Context, type Effect, type Option, type Stream } from "effect";

import type { StorageUnavailable } from "../errors.ts";

/** A stored file to read. */
export interface Asset {
  readonly byteSize: number;
  /** Changes whenever the file is written: its inode and time, or the entity tag of an object. */
  readonly revision: string;
  /** Exactly `byteSize` bytes, or a failure: an interrupted stream never looks complete. */
  readonly bytes: Stream.Stream<Uint8Array, StorageUnavailable>;
}

/** A part of a file, in bytes. */
export interface AssetRange {
  readonly offset: number;
  readonly length: number;
}

/** A document that anyone with its URL can download. */
export interface PublicAsset {
  /** 43 unguessable characters. */
  readonly token: string;
  readonly bytes: Uint8Array;
  /** The file name of the download. */
  readonly filename: string;
}

/**
 * Files that others write for a store that has files on this machine. Such a store makes no public copies. It removes
 * drafts that are left behind.
 */
export interface AssetDrafts {
  /** The path of a new draft. */
  readonly newPath: Effect.Effect<string>;
  /** Moves a draft, whose content must be flushed, to a name. It replaces the file of that name. */
  readonly move: (path: string, name: string) => Effect.Effect<void, StorageUnavailable>;
  /** Removes a draft, if it exists. */
  readonly remove: (path: string) => Effect.Effect<void>;
}

/**
 * Stores the bytes of documents by name.
 *
 * Writes are atomic: a file is complete or absent, even after a crash. Writing a file again replaces it.
 * If the storage is unreachable, full or forbidden, methods fail with `StorageUnavailable`, which can be retried.
 */
export class AssetStore extends Context.Service<
  AssetStore,
  {
    readonly put: (name: string, bytes: Uint8Array) => Effect.Effect<void, StorageUnavailable>;
    readonly open: (
      name: string,
      range?: AssetRange,
    ) => Effect.Effect<Option.Option<Asset>, StorageUnavailable>;
    /** Absent if the store has no files on this machine. */
    readonly drafts?: AssetDrafts;
    /** Removes a file, if it exists. */
    readonly remove: (name: string) => Effect.Effect<void, StorageUnavailable>;
    /**
     * Stores a public copy of a document and returns its URL; none if Paraph serves the downloads itself.
     * Publishing again replaces the copy.
     */
    readonly publish: (
      document: PublicAsset,
    ) => Effect.Effect<Option.Option<string>, StorageUnavailable>;
    /** Removes the public copy, if it exists. */
    readonly unpublish: (token: string) => Effect.Effect<void, StorageUnavailable>;
    /** Fails unless the store can be read and written. */
    readonly check: Effect.Effect<void, StorageUnavailable>;
  }
>()("@paraph/core/renders/AssetStore") {}
