import { DateTime, Duration } from "effect";

import type { AuthenticatedKey } from "../keys/mod.ts";
import type { AccountId, MemberId, Timestamp } from "../values/mod.ts";
import type { Role } from "./role.ts";

/** A sign-in link of a key works once and for this time. */
export const LINK_LIFETIME = Duration.minutes(10);

/** A sign-in link in an email works once and for this time, because emails may be slow. */
export const EMAIL_LINK_LIFETIME = Duration.minutes(15);

/** An invitation works once and for this time. */
export const INVITATION_LIFETIME = Duration.days(7);

/** A session ends after this time without a request. */
export const IDLE_LIMIT = Duration.hours(12);

/** A session ends after this time in any case. */
export const SESSION_LIFETIME = Duration.days(7);

/** How a user signed in: with a link from the CLI or an email, a key, or the identity provider. */
export type SignInMethod = "link" | "key" | "email" | "oidc";

/** The member of an account who is signed in. */
export interface SessionMember {
  readonly id: MemberId;
  readonly accountId: AccountId;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
}

/** Whose rights a link or a session has: a key's or a member's. */
export type SessionOwner =
  | { readonly kind: "key"; readonly key: AuthenticatedKey }
  | { readonly kind: "member"; readonly member: Pick<SessionMember, "id" | "accountId"> };

/**
 * A session of the console. It has the rights of the key or the member that opened it, and ends when that key
 * is revoked, or that member is removed or loses rights.
 */
export interface ConsoleSession {
  readonly id: string;
  readonly owner:
    | {
        readonly kind: "key";
        readonly key: AuthenticatedKey;
        /** The display prefix of the key. */
        readonly keyPrefix: string;
      }
    | { readonly kind: "member"; readonly member: SessionMember };
  readonly lastUsedAt: Timestamp;
  readonly expiresAt: Timestamp;
}

/** A new session with its secrets. Only a hash of the token is stored. */
export interface OpenedSession {
  readonly id: string;
  /** The value of the session cookie. */
  readonly token: string;
  readonly expiresAt: Timestamp;
}

/** A sign-in link: its secret and when it expires. */
export interface SignInLink {
  readonly token: string;
  readonly expiresAt: Timestamp;
}

/** Whether a session is over. */
export function isOver(
  { lastUsedAt, expiresAt }: Pick<ConsoleSession, "lastUsedAt" | "expiresAt">,
  now: Timestamp,
): boolean {
  const idleUntil = DateTime.addDuration(lastUsedAt, IDLE_LIMIT);
  return !DateTime.isLessThan(now, DateTime.min(idleUntil, expiresAt));
}
