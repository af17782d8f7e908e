import { DateTime } from "effect";

import type { Timestamp } from "../../values/mod.ts";
import type { StoredSession } from "./session.ts";

type Life = Pick<StoredSession, "expiresAt" | "endedAt">;

/** How long a session is valid after it is created or renewed. */
const LIFE = { hours: 4 } as const;

/** How long after it has expired a session can still be renewed. */
const GRACE = { hours: 24 } as const;

/** How long after it has expired a session is deleted. */
const RETENTION = { days: 30 } as const;

/** The expiry of a session that is created or renewed now. */
export function expiryFrom(now: Timestamp): Timestamp {
  return DateTime.add(now, LIFE);
}

/** Sessions that expired before this time are deleted. */
export function deletableBefore(now: Timestamp): Timestamp {
  return DateTime.subtract(now, RETENTION);
}

/** Whether a session has neither ended nor expired. */
export function isLive({ expiresAt, endedAt }: Life, now: Timestamp): boolean {
  return endedAt === null && DateTime.isLessThan(now, expiresAt);
}

/**
 * Whether a session can be renewed: not after it has ended, and until a day after it has expired.
 *
 * @example An expired session can be renewed, an ended one cannot
 * ```ts
 * import { canRenew, isLive } from "@paraph/core/embed";
 * import { DateTime } from "effect";
 * import assert from "node:assert/strict";
 *
 * const at = (iso: string) => DateTime.makeUnsafe(iso);
 * const session = { expiresAt: at("2026-05-04T12:00:00Z"), endedAt: null };
 * assert.equal(isLive(session, at("2026-05-04T12:00:00Z")), false);
 * assert.equal(canRenew(session, at("2026-05-05T11:59:59Z")), true);
 * assert.equal(canRenew(session, at("2026-05-05T12:00:00Z")), false);
 * assert.equal(canRenew({ ...session, endedAt: at("2026-05-04T08:00:00Z") }, at("2026-05-04T09:00:00Z")), false);
 * ```
 */
export function canRenew({ expiresAt, endedAt }: Life, now: Timestamp): boolean {
  return endedAt === null && DateTime.isLessThan(now, DateTime.add(expiresAt, GRACE));
}

const TOKEN = /^ert_[A-Za-z0-9_-]{43}$/;

/** The prefix of renew tokens, for people and secret scanners. */
const PREFIX = "ert_";

/** The renew token: the prefix and a secret of 43 characters. */
export function renewToken(secret: string): string {
  return PREFIX + secret;
}

/**
 * Whether a text has the form of a renew token.
 *
 * @example A prefix and 256 bits
 * ```ts
 * import { isRenewToken, renewToken } from "@paraph/core/embed";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isRenewToken(renewToken("a".repeat(43))), true);
 * assert.equal(isRenewToken("a".repeat(47)), false);
 * ```
 */
export function isRenewToken(text: string): boolean {
  return TOKEN.test(text);
}
