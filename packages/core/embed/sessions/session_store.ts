import { Context, type Effect, type Option } from "effect";

import type { EmbedSessionId, ProjectId, Timestamp } from "../../values/mod.ts";
import type { StoredSession } from "./session.ts";

/** A renew token that was handed out, and whether it has been used. */
export interface StoredRenewToken {
  readonly sessionId: EmbedSessionId;
  readonly isSpent: boolean;
}

/** Keeps sessions, and of their renew tokens the SHA-256. */
export class EmbedSessionStore extends Context.Service<
  EmbedSessionStore,
  {
    readonly add: (session: StoredSession) => Effect.Effect<void>;
    readonly find: (id: EmbedSessionId) => Effect.Effect<Option.Option<StoredSession>>;
    /** The same, locked until the transaction ends. */
    readonly lock: (id: EmbedSessionId) => Effect.Effect<Option.Option<StoredSession>>;
    readonly extend: (id: EmbedSessionId, expiresAt: Timestamp) => Effect.Effect<void>;
    /** Ends a session unless it has ended; tells whether the project has such a session at all. */
    readonly end: (project: ProjectId, id: EmbedSessionId, at: Timestamp) => Effect.Effect<boolean>;
    readonly addToken: (sessionId: EmbedSessionId, sha256: Uint8Array) => Effect.Effect<void>;
    readonly findToken: (sha256: Uint8Array) => Effect.Effect<Option.Option<StoredRenewToken>>;
    readonly spendToken: (sha256: Uint8Array, at: Timestamp) => Effect.Effect<void>;
    /** Forgets some sessions that expired before a moment, and what belongs to them alone. */
    readonly sweep: (before: Timestamp) => Effect.Effect<void>;
  }
>()("@paraph/core/embed/EmbedSessionStore") {}
