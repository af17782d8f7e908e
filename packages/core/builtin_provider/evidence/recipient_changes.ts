import { DateTime } from "effect";

import type { RecipientContact } from "../../signatures/mod.ts";
import type { Visitor } from "../../values/mod.ts";
import type { Envelope, EnvelopeRecipient } from "../envelope.ts";
import type { AuditDetails, AuditEvent, AuditTrail, AuditType } from "./audit_trail.ts";
import { recipientLabel, visitorDetails } from "./event_details.ts";

/** The details of the event `recipient_changed`: a correction by the sender, or a delegation by the recipient. */
export function recipientChangeDetails(
  before: EnvelopeRecipient,
  after: RecipientContact & { readonly phone?: string },
  reason: string,
): AuditDetails & { readonly recipientId: string } {
  const { firstName, lastName, email, phone } = after;
  const { authentication } = before;
  const isSms = phone !== undefined && authentication?.method === "sms_code";
  return {
    recipientId: before.id,
    before: {
      firstName: before.firstName,
      lastName: before.lastName,
      email: before.email,
      ...(isSms ? { phone: authentication.phone } : {}),
    },
    after: { firstName, lastName, email, ...(isSms ? { phone } : {}) },
    email,
    reason,
  };
}

/** The details of a delegation: those of the change, and the visit of the recipient who delegates. */
export function delegationDetails(
  before: EnvelopeRecipient,
  after: RecipientContact,
  { reason, visitor }: { readonly reason: string; readonly visitor: Visitor },
): AuditDetails {
  return {
    ...recipientChangeDetails(before, after, reason),
    ...visitorDetails(before, visitor),
    delegatedBy: recipientLabel(before),
  };
}

/** The recipient who delegated, in an event `recipient_changed`; `null` for a correction by the sender. */
export function delegatedBy({ details }: AuditEvent): string | null {
  const by = details["delegatedBy"];
  return typeof by === "string" ? by : null;
}

/** The details of the event `extended`. */
export function extensionDetails(before: Envelope, expiresAt: Envelope["expiresAt"]): AuditDetails {
  return { before: DateTime.formatIso(before.expiresAt), after: DateTime.formatIso(expiresAt) };
}

/**
 * The envelope as it was sent: without the changes that its trail has. The event `sent` has the properties of
 * that envelope.
 */
export function envelopeAsSent(envelope: Envelope, { events }: AuditTrail): Envelope {
  const extension = events.find(({ type }) => type === "extended")?.details["before"];
  return {
    ...envelope,
    expiresAt: typeof extension === "string" ? DateTime.makeUnsafe(extension) : envelope.expiresAt,
    recipients: envelope.recipients.map((recipient) => {
      const [change] = changesOf(recipient, events);
      return { ...recipient, ...contactOf(change, "before") };
    }),
  };
}

/**
 * Whether the events of a recipient have the name and email address that the recipient had then. Emails may
 * end after a change.
 */
export function matchesTrail(recipient: EnvelopeRecipient, { events }: AuditTrail): boolean {
  const changes = changesOf(recipient, events);
  const current: EnvelopeRecipient = { ...recipient, ...contactOf(changes[0], "before") };
  const addresses = new Set([current.email]);
  for (const event of events) {
    if (event.details["recipientId"] !== recipient.id) continue;
    if (event.type === "recipient_changed") {
      const before = { ...current, ...contactOf(event, "before") };
      if (recipientLabel(before) !== recipientLabel(current)) return false;
      const delegate = delegatedBy(event);
      if (delegate !== null && (delegate !== event.who || delegate !== recipientLabel(current)))
        return false;
      Object.assign(current, contactOf(event, "after"));
      addresses.add(current.email);
    } else if (EMAIL_EVENTS.has(event.type)) {
      const { email } = event.details;
      if (typeof email !== "string" || !addresses.has(email)) return false;
    } else if (event.who !== recipientLabel(current)) return false;
  }
  return recipientLabel(current) === recipientLabel(recipient);
}

/** Events about a recipient whose actor is not the recipient; their details have the email address. */
const EMAIL_EVENTS: ReadonlySet<AuditType> = new Set([
  "invited",
  "resent",
  "reminded",
  "email_sent",
  "email_failed",
  "email_complained",
]);

function changesOf({ id }: EnvelopeRecipient, events: ReadonlyArray<AuditEvent>) {
  return events.filter(
    ({ type, details }) => type === "recipient_changed" && details["recipientId"] === id,
  );
}

function contactOf(event: AuditEvent | undefined, when: "before" | "after") {
  const contact = event?.details[when];
  return typeof contact === "object" && contact !== null ? contact : {};
}
