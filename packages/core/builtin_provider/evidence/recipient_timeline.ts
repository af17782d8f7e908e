import { DateTime } from "effect";

import type { Timestamp, Visitor } from "../../values/mod.ts";
import type { AuditEvent, AuditTrail, AuditType } from "./audit_trail.ts";

/** How far the invitation of a recipient got, as far as the audit trail has it. */
export type InvitationOutcome = "queued" | "sent" | "failed";

/** What an audit trail tells of one recipient, and of where they signed from. */
export interface RecipientTimeline extends Visitor {
  /** When their invitation was sent or refused; when it was queued, if the trail has no more of it. */
  readonly invitedAt: Timestamp | null;
  readonly invitation: InvitationOutcome;
  readonly viewedAt: Timestamp | null;
  readonly consentedAt: Timestamp | null;
  /** The hash of what they agreed to. */
  readonly consentSha256: string | null;
  /** When they signed or approved. */
  readonly finishedAt: Timestamp | null;
  /** The hashes of what they put in, by field. */
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Reads from an audit trail what a recipient did: it is the trail that cannot be changed unseen, and
 * so it alone is what a certificate goes by. What was done twice counts as it was first done.
 *
 * @example A recipient without events has done nothing
 * ```ts
 * import { recipientTimeline } from "@paraph/core/builtin_provider";
 * import assert from "node:assert/strict";
 *
 * assert.equal(recipientTimeline({ events: [] }, "ada").finishedAt, null);
 * ```
 */
export function recipientTimeline(
  { events }: Pick<AuditTrail, "events">,
  recipientId: string,
): RecipientTimeline {
  const own = events.filter(({ details }) => details["recipientId"] === recipientId);
  const first = (...types: ReadonlyArray<AuditType>) =>
    own.find(({ type }) => types.includes(type));
  const [consent, finish] = [first("consented"), first("signed", "approved")];
  const fields = finish?.details["fields"];
  const emailed = own.findLast(
    ({ type, details }) => type.startsWith("email_") && details["purpose"] === "invite",
  );
  return {
    invitedAt: timeOf(emailed ?? first("invited")),
    invitation:
      emailed === undefined ? "queued" : emailed.type === "email_sent" ? "sent" : "failed",
    viewedAt: timeOf(first("viewed")),
    consentedAt: timeOf(consent),
    consentSha256: textOf(consent, "consentSha256"),
    finishedAt: timeOf(finish),
    fields: new Map(typeof fields === "object" && fields !== null ? Object.entries(fields) : []),
    sourceIp: textOf(finish, "ip"),
    userAgent: textOf(finish, "userAgent"),
  };
}

function timeOf(event: AuditEvent | undefined): Timestamp | null {
  return event === undefined ? null : DateTime.makeUnsafe(event.at);
}

function textOf(event: AuditEvent | undefined, name: string): string | null {
  const text = event?.details[name];
  return typeof text === "string" ? text : null;
}
