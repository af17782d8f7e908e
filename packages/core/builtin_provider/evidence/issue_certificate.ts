import { DateTime, Effect } from "effect";

import { fullName } from "../../signatures/mod.ts";
import type { AdoptedSignature } from "../ceremony/adopted_signature.ts";
import { type FilledField, hashFilledFields } from "../ceremony/filled_fields.ts";
import type { Envelope, EnvelopeRecipient } from "../envelope.ts";
import {
  type AuditEvent,
  auditJson,
  type AuditTrail,
  type AuditType,
  BrokenAuditTrail,
  canonicalJson,
  sha256Hex,
} from "./audit_trail.ts";
import type { CheckedAudit } from "./audit_trails.ts";
import type { Certificate, CertifiedEvent, CertifiedRecipient } from "./certificate.ts";
import { recipientLabel, sentEventDetails } from "./event_details.ts";
import type { SealedDocument } from "./pdf_sealer.ts";
import { recipientTimeline } from "./recipient_timeline.ts";

/** What a certificate says of an envelope before its document is sealed. */
export interface CertifiedRecord extends Pick<
  Certificate,
  "sender" | "createdAt" | "completedAt" | "recipients"
> {}

/**
 * What became of an envelope. Who did what, when and from where is taken from its audit trail alone;
 * everything else has to be what the trail has of it. The two are kept apart, so what was changed in
 * one of them shows here.
 */
export const certifyTrail = Effect.fnUntraced(function* (envelope: Envelope, trail: AuditTrail) {
  const sent = canonicalJson(yield* sentEventDetails(envelope));
  const [first] = trail.events;
  const last = trail.events.find(({ type }) => type === "finished");
  const isAsSent = first?.type === "sent" && canonicalJson(first.details) === sent;
  if (!isAsSent || last === undefined) {
    return yield* broken("The envelope is not what the audit trail has of it");
  }
  const recipients = yield* Effect.forEach(envelope.recipients, (recipient) =>
    certifyRecipient(envelope, recipient, trail),
  );
  const deeds: CertifiedRecord = {
    sender: first.who,
    createdAt: DateTime.makeUnsafe(first.at),
    completedAt: DateTime.makeUnsafe(last.at),
    recipients,
  };
  return deeds;
});

/** The certificate of an envelope that everybody has finished with. */
export const issueCertificate = Effect.fnUntraced(function* (
  envelope: Envelope,
  { trail, deeds }: Pick<CheckedAudit, "trail"> & { readonly deeds: CertifiedRecord },
  { sha256: sealedSha256, seal }: SealedDocument,
) {
  const { reference, name, originalSha256, pageCount } = envelope;
  const certificate: Certificate = {
    requestId: reference,
    name,
    ...deeds,
    document: { pageCount, originalSha256, sealedSha256 },
    consent: { text: envelope.consent, sha256: yield* sha256Hex(envelope.consent) },
    seal,
    events: trail.events.map(certifiedEvent),
    head: trail.head,
    auditJson: auditJson({ ...trail, sealedSha256 }),
  };
  return certificate;
});

const certifyRecipient = Effect.fnUntraced(function* (
  envelope: Envelope,
  recipient: EnvelopeRecipient,
  trail: AuditTrail,
) {
  const { id, email, designation, order, handedIn } = recipient;
  const own = envelope.fields.filter(({ recipientId }) => recipientId === id);
  const filled = handedIn === null ? [] : yield* hashFilledFields(own, handedIn);
  const told = recipientTimeline(trail, id);
  const isAsTold =
    told.fields.size === filled.length &&
    filled.every(({ field, sha256 }) => told.fields.get(field.id) === sha256);
  if (!isAsTold) {
    return yield* broken("What a recipient put in is not what the audit trail has of it");
  }
  if (!matchesTrail(recipient, trail)) {
    return yield* broken("A recipient was another when the audit trail tells of them");
  }
  const hasAgreed = told.consentSha256 === (yield* sha256Hex(envelope.consent));
  if (designation !== "CC" && (told.finishedAt === null || !hasAgreed)) {
    return yield* broken("A recipient did not finish, as the audit trail has it");
  }
  const { invitedAt, invitation, viewedAt, consentedAt, finishedAt, sourceIp, userAgent } = told;
  const done: CertifiedRecipient = {
    id,
    name: fullName(recipient),
    email,
    designation,
    order,
    authentication: "Possession of the personal link emailed to this address",
    invitedAt,
    invitation,
    viewedAt,
    consentedAt,
    finishedAt,
    sourceIp,
    userAgent,
    signature: signatureIn(filled, "signature"),
    initials: signatureIn(filled, "initial"),
    fields: filled.map(({ field: { type, page }, sha256 }) => ({ type, page, sha256 })),
  };
  return done;
});

/** Whether every event about a recipient tells of the same person, at the same address. */
function matchesTrail(recipient: EnvelopeRecipient, { events }: AuditTrail): boolean {
  return events
    .filter(({ details }) => details["recipientId"] === recipient.id)
    .every(({ type, who, details }) =>
      EMAIL_EVENTS.has(type)
        ? details["email"] === recipient.email
        : who === recipientLabel(recipient),
    );
}

/** What was done to a recipient and not by them: it names their address. */
const EMAIL_EVENTS: ReadonlySet<AuditType> = new Set(["invited", "email_sent", "email_failed"]);

/** The signature in fields of one kind: only what was put in has a hash that vouches for it. */
function signatureIn(
  filled: ReadonlyArray<FilledField>,
  type: "signature" | "initial",
): AdoptedSignature | null {
  const contents = filled.flatMap(({ field, content }) => (field.type === type ? [content] : []));
  const shown = contents.find((content) => content.kind === "signature");
  return shown?.signature ?? null;
}

function broken(message: string): BrokenAuditTrail {
  return new BrokenAuditTrail({ message });
}

function certifiedEvent({ seq, at, type, who, details, hash }: AuditEvent): CertifiedEvent {
  const { email } = details;
  const what = typeof email === "string" ? `${EVENT_LABELS[type]}: ${email}` : EVENT_LABELS[type];
  return { seq, at: DateTime.makeUnsafe(at), what, who, hash };
}

const EVENT_LABELS: Readonly<Record<AuditType, string>> = {
  sent: "Sent for signature",
  invited: "Invitation queued",
  email_sent: "Email sent",
  email_failed: "Email not delivered",
  viewed: "Opened the document",
  consented: "Agreed to sign electronically",
  signed: "Signed",
  approved: "Approved",
  declined: "Declined",
  cancelled: "Cancelled",
  expired: "Expired",
  finished: "Everybody has signed",
  completed: "Sealed and kept",
};
