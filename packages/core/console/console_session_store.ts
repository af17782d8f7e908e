import { Context, type Effect, type Option } from "effect";

import type { AuthenticatedKey } from "../keys/mod.ts";
import type { KeyId, Timestamp } from "../values/mod.ts";
import type { ConsoleSession } from "./console_session.ts";

/** A link or session to add, with the SHA-256 of its token. */
interface NewToken {
  readonly hash: Uint8Array;
  readonly keyId: KeyId;
  readonly createdAt: Timestamp;
  readonly expiresAt: Timestamp;
}

/** Stores sign-in links and sessions of the console as hashes. */
export class ConsoleSessionStore extends Context.Service<
  ConsoleSessionStore,
  {
    /** Adds a sign-in link and removes expired ones. */
    readonly addLink: (link: NewToken) => Effect.Effect<void>;
    /** Removes a link; returns its key, if the link has not expired and the key is live. */
    readonly takeLink: (
      hash: Uint8Array,
      now: Timestamp,
    ) => Effect.Effect<Option.Option<AuthenticatedKey>>;
    /** Adds a session and removes expired ones. */
    readonly add: (session: NewToken & { readonly id: string }) => Effect.Effect<void>;
    /** The session with this hash, if its key is live; it may be over. */
    readonly find: (hash: Uint8Array) => Effect.Effect<Option.Option<ConsoleSession>>;
    /** Updates the time of the last use. */
    readonly touch: (id: string, at: Timestamp) => Effect.Effect<void>;
    readonly remove: (id: string) => Effect.Effect<void>;
  }
>()("@paraph/core/console/ConsoleSessionStore") {}
