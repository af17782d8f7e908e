import { Context, type Effect, type Option } from "effect";

import type { EmbedSessionId, ProjectId, Timestamp } from "../../values/mod.ts";
import type { StoredSession } from "./session.ts";

/** A stored renew token. */
export interface StoredRenewToken {
  readonly sessionId: EmbedSessionId;
  readonly isSpent: boolean;
}

/** Stores sessions and the SHA-256 hashes of their renew tokens. */
export class EmbedSessionStore extends Context.Service<
  EmbedSessionStore,
  {
    readonly add: (session: StoredSession) => Effect.Effect<void>;
    readonly find: (id: EmbedSessionId) => Effect.Effect<Option.Option<StoredSession>>;
    /** Like `find`, locked until the transaction ends. */
    readonly lock: (id: EmbedSessionId) => Effect.Effect<Option.Option<StoredSession>>;
    readonly extend: (id: EmbedSessionId, expiresAt: Timestamp) => Effect.Effect<void>;
    /** Ends a session unless it has ended. Returns whether the project has the session. */
    readonly end: (project: ProjectId, id: EmbedSessionId, at: Timestamp) => Effect.Effect<boolean>;
    readonly addToken: (sessionId: EmbedSessionId, sha256: Uint8Array) => Effect.Effect<void>;
    readonly findToken: (sha256: Uint8Array) => Effect.Effect<Option.Option<StoredRenewToken>>;
    readonly spendToken: (sha256: Uint8Array, at: Timestamp) => Effect.Effect<void>;
    /** Deletes some sessions that expired before a time, with their renew tokens. */
    readonly sweep: (before: Timestamp) => Effect.Effect<void>;
  }
>()("@paraph/core/embed/EmbedSessionStore") {}
