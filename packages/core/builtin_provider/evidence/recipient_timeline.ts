import { DateTime, Schema } from "effect";

import { AuthenticationMethod } from "../../signatures/mod.ts";
import type { Timestamp, Visitor } from "../../values/mod.ts";
import type { AuditEvent, AuditTrail, AuditType } from "./audit_trail.ts";
import { IN_PERSON } from "./event_details.ts";
import { delegatedBy } from "./recipient_changes.ts";

/** The outcome of an invitation in the audit trail. */
export type InvitationOutcome = "queued" | "sent" | "failed";

/** The events of a recipient in an audit trail, with the IP address and browser of the signature or refusal. */
export interface RecipientTimeline extends Visitor {
  /** When the invitation was sent or failed; until then, when it was queued. */
  readonly invitedAt: Timestamp | null;
  readonly invitation: InvitationOutcome;
  /** The recipient in whose place this person signs; `null` without a delegation. */
  readonly delegatedBy: string | null;
  readonly viewedAt: Timestamp | null;
  /** The code that the recipient has entered; `null` if the link alone identified them. */
  readonly authenticatedBy: AuthenticationMethod | null;
  /** The phone number that received the code; `null` for other methods. */
  readonly phone: string | null;
  /** Whether the recipient signed in a page of the sender. */
  readonly isEmbedded: boolean;
  /** Who provided the device of a signature in person; `null` for others. */
  readonly host: string | null;
  readonly consentedAt: Timestamp | null;
  /** The hash of the consent text. */
  readonly consentSha256: string | null;
  /** When the recipient signed or approved. */
  readonly finishedAt: Timestamp | null;
  readonly declinedAt: Timestamp | null;
  /** The time zone of the browser at the signature, such as `Europe/Berlin`; `null` if it is unknown. */
  readonly timeZone: string | null;
  /** The hashes of the values by field id. */
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * The timeline of a recipient from an audit trail. Certificates use only the trail, because changes to it
 * are detectable. Of repeated events, the first counts.
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
  const allEvents = events.filter(({ details }) => details["recipientId"] === recipientId);
  // What happened before a correction was not of this person.
  const correction = allEvents.findLastIndex(({ type }) => type === "recipient_changed");
  const recipientEvents = allEvents.slice(correction + 1);
  const first = (...types: ReadonlyArray<AuditType>) =>
    recipientEvents.find(({ type }) => types.includes(type));
  const [consent, finish] = [first("consented"), first("signed", "approved")];
  const refusal = first("declined");
  const fields = finish?.details["fields"];
  const invitationEmail = recipientEvents.findLast(
    ({ type, details }) =>
      (type === "email_sent" || type === "email_failed") && details["purpose"] === "invite",
  );
  const end = finish ?? refusal;
  return {
    host: end?.details["channel"] === IN_PERSON ? textOf(end, "host") : null,
    invitedAt: timeOf(invitationEmail ?? first("invited")),
    invitation:
      invitationEmail === undefined
        ? "queued"
        : invitationEmail.type === "email_sent"
          ? "sent"
          : "failed",
    delegatedBy: allEvents
      .filter(({ type }) => type === "recipient_changed")
      .reduce<string | null>((by, event) => delegatedBy(event) ?? by, null),
    viewedAt: timeOf(first("viewed")),
    authenticatedBy: methodOf(first("authenticated")),
    phone: textOf(first("authenticated"), "phone"),
    isEmbedded: finish?.details["channel"] === "embedded",
    consentedAt: timeOf(consent),
    consentSha256: textOf(consent, "consentSha256"),
    finishedAt: timeOf(finish),
    declinedAt: timeOf(refusal),
    timeZone: textOf(finish, "timeZone"),
    fields: new Map(typeof fields === "object" && fields !== null ? Object.entries(fields) : []),
    sourceIp: textOf(finish ?? refusal, "ip"),
    userAgent: textOf(finish ?? refusal, "userAgent"),
  };
}

const isMethod = Schema.is(AuthenticationMethod);

function methodOf(event: AuditEvent | undefined): AuthenticationMethod | null {
  const method = event?.details["method"];
  return isMethod(method) ? method : null;
}

function timeOf(event: AuditEvent | undefined): Timestamp | null {
  return event === undefined ? null : DateTime.makeUnsafe(event.at);
}

function textOf(event: AuditEvent | undefined, name: string): string | null {
  const text = event?.details[name];
  return typeof text === "string" ? text : null;
}
