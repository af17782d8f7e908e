import { DateTime } from "effect";

import type { Timestamp } from "../values/mod.ts";
import type { Envelope, EnvelopeRecipient } from "./envelope.ts";

/** The state of a recipient's automatic reminders at a time. */
export interface ReminderState {
  readonly dueNow: boolean;
  /** The number of due reminders so far. Several missed ones are sent as one. */
  readonly count: number;
  /** When the next one is due; `null` without one before the request expires. */
  readonly nextAt: Timestamp | null;
}

/**
 * The automatic reminders of a recipient at a time: `afterDays` after the invitation, then every
 * `everyDays`, at most `max`.
 *
 * @example Two days without the server, and one reminder for both
 * ```ts
 * import { nextReminder, NO_PROGRESS } from "@paraph/core/builtin_provider";
 * import { NO_DELIVERY_OPTIONS } from "@paraph/core/signatures";
 * import { DateTime } from "effect";
 * import assert from "node:assert/strict";
 *
 * const invitedAt = DateTime.makeUnsafe("2026-05-04T03:02:01Z");
 * const after = (days: number) => DateTime.add(invitedAt, { days });
 * const reminders = { afterDays: 1, everyDays: 1, max: 3 };
 * const options = { ...NO_DELIVERY_OPTIONS, reminders };
 * assert.deepEqual(
 *   nextReminder({ options, expiresAt: after(30) }, { ...NO_PROGRESS, invitedAt }, after(2)),
 *   { dueNow: true, count: 2, nextAt: after(3) },
 * );
 * ```
 */
export function nextReminder(
  { options: { reminders }, expiresAt }: Pick<Envelope, "options" | "expiresAt">,
  { invitedAt, reminders: earlier }: Pick<EnvelopeRecipient, "invitedAt" | "reminders">,
  now: Timestamp,
): ReminderState {
  if (reminders === null || invitedAt === null) return { dueNow: false, count: 0, nextAt: null };
  const { afterDays, everyDays, max } = reminders;
  const times = Array.from({ length: max }, (_, index) =>
    DateTime.add(invitedAt, { days: afterDays + index * everyDays }),
  ).filter((time) => DateTime.isLessThan(time, expiresAt));
  const count = times.filter((time) => DateTime.isLessThanOrEqualTo(time, now)).length;
  return { dueNow: count > earlier, count, nextAt: times[count] ?? null };
}
