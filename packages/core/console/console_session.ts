import { DateTime, Duration } from "effect";

import type { AuthenticatedKey } from "../keys/mod.ts";
import type { Timestamp } from "../values/mod.ts";

/** A sign-in link works once and for this time. */
export const LINK_LIFETIME = Duration.minutes(10);

/** A session ends after this time without a request. */
export const IDLE_LIMIT = Duration.hours(12);

/** A session ends after this time in any case. */
export const SESSION_LIFETIME = Duration.days(7);

/** How a user signed in: with a link from the CLI, or with a key. */
export type SignInMethod = "link" | "key";

/** A session of the console. It has the rights of the key that opened it, and ends with that key. */
export interface ConsoleSession {
  readonly id: string;
  readonly key: AuthenticatedKey;
  /** The display prefix of the key. */
  readonly keyPrefix: string;
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
