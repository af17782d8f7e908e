import { DateTime, Duration } from "effect";

import type { Timestamp } from "../../values/mod.ts";

/** The code of a recipient and the attempts to enter it. */
export interface Challenge {
  /** The SHA-256 of the last code in hex; `null` without one, and after it was used. */
  readonly codeSha256: string | null;
  readonly codeSentAt: Timestamp | null;
  /** The number of codes that were sent. */
  readonly codes: number;
  /** The number of failed attempts since the last success. */
  readonly failures: number;
  readonly lockedUntil: Timestamp | null;
}

/** The challenge of a recipient without attempts. */
export const NO_CHALLENGE: Challenge = {
  codeSha256: null,
  codeSentAt: null,
  codes: 0,
  failures: 0,
  lockedUntil: null,
};

/** How long a code by email or SMS is valid. */
export const CODE_LIFETIME = Duration.minutes(10);

/** The time between two codes to one recipient. */
const CODE_EVERY = Duration.minutes(1);

/** The number of SMS to one recipient after which the time between two of them doubles, up to the longest. */
const FREE_SMS = 3;
const LONGEST_SMS_PAUSE = Duration.hours(1);

/** The number of failed attempts that lock a recipient out. */
const MAX_FAILURES = 5;

/** The first lockout and the longest one; each is twice as long as the one before. */
const [FIRST_LOCKOUT, LONGEST_LOCKOUT] = [Duration.minutes(15), Duration.hours(24)];

/** Whether the attempts of a recipient are locked at a time. */
export function isLocked({ lockedUntil }: Challenge, now: Timestamp): boolean {
  return lockedUntil !== null && DateTime.isGreaterThan(lockedUntil, now);
}

/**
 * When the next code may be sent; `null` for now. SMS cost the sender money, so the pauses between them grow.
 *
 * @example The fifth SMS
 * ```ts
 * import { nextCodeAt, NO_CHALLENGE } from "@paraph/core/builtin_provider";
 * import { DateTime } from "effect";
 * import assert from "node:assert/strict";
 *
 * const codeSentAt = DateTime.makeUnsafe("2026-05-04T03:02:00Z");
 * const challenge = { ...NO_CHALLENGE, codeSentAt, codes: 4 };
 * const pauseOf = (method: "email_code" | "sms_code") =>
 *   DateTime.formatIso(nextCodeAt(challenge, method, codeSentAt)!).slice(14, 16);
 * assert.equal(pauseOf("email_code"), "03");
 * assert.equal(pauseOf("sms_code"), "04");
 * ```
 */
export function nextCodeAt(
  { codeSentAt, codes }: Challenge,
  method: "email_code" | "sms_code",
  now: Timestamp,
): Timestamp | null {
  if (codeSentAt === null) return null;
  const doublings = method === "email_code" ? 0 : Math.min(Math.max(codes - FREE_SMS, 0), 10);
  const pause = Duration.min(Duration.times(CODE_EVERY, 2 ** doublings), LONGEST_SMS_PAUSE);
  const next = DateTime.addDuration(codeSentAt, pause);
  return DateTime.isGreaterThan(next, now) ? next : null;
}

/** Whether the last code by email or SMS is still valid at a time. */
export function isCodeValid({ codeSha256, codeSentAt }: Challenge, now: Timestamp): boolean {
  if (codeSha256 === null || codeSentAt === null) return false;
  return DateTime.isGreaterThan(DateTime.addDuration(codeSentAt, CODE_LIFETIME), now);
}

/**
 * The challenge after a failed attempt. Every fifth failure locks the recipient out, and ends the code.
 *
 * @example The fifth failure
 * ```ts
 * import { afterFailure, isLocked, NO_CHALLENGE } from "@paraph/core/builtin_provider";
 * import { DateTime } from "effect";
 * import assert from "node:assert/strict";
 *
 * const now = DateTime.makeUnsafe("2026-05-04T03:02:01Z");
 * const fourth = afterFailure({ ...NO_CHALLENGE, failures: 3 }, now);
 * assert.equal(isLocked(fourth, now), false);
 * assert.equal(isLocked(afterFailure(fourth, now), now), true);
 * ```
 */
export function afterFailure(challenge: Challenge, now: Timestamp): Challenge {
  const failures = challenge.failures + 1;
  if (failures % MAX_FAILURES !== 0) return { ...challenge, failures };
  const lockout = Duration.min(
    Duration.times(FIRST_LOCKOUT, 2 ** Math.min(failures / MAX_FAILURES - 1, 10)),
    LONGEST_LOCKOUT,
  );
  return {
    ...challenge,
    failures,
    codeSha256: null,
    lockedUntil: DateTime.addDuration(now, lockout),
  };
}
