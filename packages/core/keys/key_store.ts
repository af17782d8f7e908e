import { Context, type Effect, type Option } from "effect";

import type { KeyId, Timestamp } from "../values/mod.ts";
import type { KeyInfo, KeyOwner } from "./key.ts";

/** A key to add: its display prefix, its owner, and the SHA-256 of its text. */
export interface StoredKey extends KeyInfo {
  readonly owner: KeyOwner;
  readonly hash: Uint8Array;
}

/** The key of an authenticated request. */
export interface AuthenticatedKey {
  readonly id: KeyId;
  readonly owner: KeyOwner;
}

/** A key that is not revoked. */
export interface LiveKey extends AuthenticatedKey {
  /** Whether its project was deleted: the key is then rejected. */
  readonly projectDeleted: boolean;
  readonly lastUsedAt: Timestamp | null;
}

/** Stores keys as hashes. */
export class KeyStore extends Context.Service<
  KeyStore,
  {
    readonly add: (key: StoredKey) => Effect.Effect<void>;
    /** The key with this hash, unless it is revoked. */
    readonly findLive: (hash: Uint8Array) => Effect.Effect<Option.Option<LiveKey>>;
    /** A key of this owner, revoked or not. */
    readonly find: (owner: KeyOwner, id: KeyId) => Effect.Effect<Option.Option<KeyInfo>>;
    readonly list: (owner: KeyOwner) => Effect.Effect<ReadonlyArray<KeyInfo>>;
    /** Revokes a live key of this owner; its id, if it exists. */
    readonly revoke: (
      owner: KeyOwner,
      id: KeyId,
      at: Timestamp,
    ) => Effect.Effect<Option.Option<KeyId>>;
    /** Updates the time of the last use. */
    readonly touch: (id: KeyId, at: Timestamp) => Effect.Effect<void>;
  }
>()("@paraph/core/keys/KeyStore") {}
