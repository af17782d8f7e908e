import { Context, type Effect, type Option } from "effect";

import type { KeyId, MemberId, Timestamp } from "../values/mod.ts";
import type { ConsoleSession, SessionOwner } from "./console_session.ts";

/** The id of the key or the member whose rights a token has. */
export type TokenOwner = { readonly keyId: KeyId } | { readonly memberId: MemberId };

/** A link or session to add, with the SHA-256 of its token. */
interface NewToken {
  readonly hash: Uint8Array;
  readonly owner: TokenOwner;
  readonly createdAt: Timestamp;
  readonly expiresAt: Timestamp;
}

/** Stores sign-in links and sessions of the console as hashes. */
export class ConsoleSessionStore extends Context.Service<
  ConsoleSessionStore,
  {
    /** Adds a sign-in link and removes expired ones. */
    readonly addLink: (link: NewToken) => Effect.Effect<void>;
    /**
     * Removes a link, and all others of its member; returns its owner, if the link has not expired and the
     * key is live.
     */
    readonly takeLink: (
      hash: Uint8Array,
      now: Timestamp,
    ) => Effect.Effect<Option.Option<SessionOwner>>;
    /** Adds a session and removes expired ones. Records the sign-in of a member. */
    readonly add: (session: NewToken & { readonly id: string }) => Effect.Effect<void>;
    /** The session with this hash, if its key is live; it may be over. */
    readonly find: (hash: Uint8Array) => Effect.Effect<Option.Option<ConsoleSession>>;
    /** Updates the time of the last use. */
    readonly touch: (id: string, at: Timestamp) => Effect.Effect<void>;
    readonly remove: (id: string) => Effect.Effect<void>;
    /** Removes the unused links of a member. */
    readonly removeLinksOf: (member: MemberId) => Effect.Effect<void>;
    /** Removes the sessions of a member. */
    readonly removeSessionsOf: (member: MemberId) => Effect.Effect<void>;
    /** The number of links of a member that have not expired. */
    readonly countLinksOf: (member: MemberId, now: Timestamp) => Effect.Effect<number>;
  }
>()("@paraph/core/console/ConsoleSessionStore") {}
