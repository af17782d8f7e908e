import { DateTime, Effect } from "effect";

import { fullName } from "../../signatures/mod.ts";
import type { AdoptedSignature } from "../ceremony/adopted_signature.ts";
import { recipientConsent } from "../ceremony/consent/recipient_consent.ts";
import { type FilledField, hashFilledFields } from "../ceremony/filled_fields.ts";
import type { Envelope, EnvelopeRecipient, EnvelopeState } from "../envelope.ts";
import { verificationUrl } from "../verification/verification_address.ts";
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
import type {
  Certificate,
  CertifiedEvent,
  CertifiedOutcome,
  CertifiedRecipient,
} from "./certificate.ts";
import { sentEventDetails } from "./event_details.ts";
import type { SealedDocument } from "./pdf_sealer.ts";
import { delegatedBy, envelopeAsSent, matchesTrail } from "./recipient_changes.ts";
import { recipientTimeline } from "./recipient_timeline.ts";

/** The part of a certificate that is known before the document is sealed. */
export interface CertificateRecord extends Pick<
  Certificate,
  "sender" | "createdAt" | "outcome" | "endedAt" | "reason" | "recipients"
> {}

/**
 * The record of an envelope for its certificate. All actions are taken from the audit trail; everything else
 * must match the trail. The trail is stored separately, so tampering with either is detected here.
 */
export const certifyTrail = Effect.fnUntraced(function* (envelope: Envelope, trail: AuditTrail) {
  const expectedDetails = canonicalJson(yield* sentEventDetails(envelopeAsSent(envelope, trail)));
  const [first] = trail.events;
  const outcome = OUTCOMES[envelope.state];
  const last = trail.events.find(({ type }) => type === END_EVENTS[outcome ?? "completed"]);
  const isAsSent = first?.type === "sent" && canonicalJson(first.details) === expectedDetails;
  const isAsEnded = envelope.endReason === (last?.details["reason"] ?? null);
  if (!isAsSent || !isAsEnded || last === undefined || outcome === undefined) {
    return yield* brokenAuditTrail("The envelope does not match the audit trail");
  }
  const recipients = yield* Effect.forEach(envelope.recipients, (recipient) =>
    certifyRecipient(envelope, recipient, trail),
  );
  const record: CertificateRecord = {
    sender: first.who,
    createdAt: DateTime.makeUnsafe(first.at),
    outcome,
    endedAt: DateTime.makeUnsafe(last.at),
    reason: envelope.endReason,
    recipients,
  };
  return record;
});

/**
 * The certificate of an envelope that has ended, without the branding of its sender.
 *
 * @param base The public URL of the service.
 * @param sealed The sealed document; `null` if the envelope ended without one.
 */
export const issueCertificate = Effect.fnUntraced(function* (
  envelope: Envelope,
  { trail, record }: Pick<CheckedAudit, "trail"> & { readonly record: CertificateRecord },
  sealed: SealedDocument | null,
  base: string,
) {
  const sealedSha256 = sealed?.sha256 ?? null;
  const { reference, name, originalSha256, pageCount } = envelope;
  const certificate: Omit<Certificate, "branding"> = {
    language: envelope.language,
    requestId: reference,
    name,
    ...record,
    document: { pageCount, originalSha256, sealedSha256 },
    consents: yield* certifiedConsents(envelope),
    seal: sealed?.seal ?? null,
    events: trail.events.map(certifiedEvent),
    head: trail.head,
    auditJson: auditJson(sealedSha256 === null ? trail : { ...trail, sealedSha256 }),
    verificationUrl: verificationUrl(base, reference, trail.head),
  };
  return certificate;
});

/** The outcome of an envelope by its state; none while recipients can sign. */
const OUTCOMES: Readonly<Record<EnvelopeState, CertifiedOutcome | undefined>> = {
  open: undefined,
  sealing: "completed",
  completed: "completed",
  declined: "declined",
  cancelled: "cancelled",
  expired: "expired",
};

/** The event that ends an envelope, by its outcome. */
const END_EVENTS: Readonly<Record<CertifiedOutcome, AuditType>> = {
  completed: "finished",
  declined: "declined",
  cancelled: "cancelled",
  expired: "expired",
};

const certifyRecipient = Effect.fnUntraced(function* (
  envelope: Envelope,
  recipient: EnvelopeRecipient,
  trail: AuditTrail,
) {
  const { id, email, designation, order, submission } = recipient;
  const recipientFields = envelope.fields.filter(({ recipientId }) => recipientId === id);
  const hashedFields =
    submission === null ? [] : yield* hashFilledFields(recipientFields, submission);
  const timeline = recipientTimeline(trail, id);
  const fieldsMatch =
    timeline.fields.size === hashedFields.length &&
    hashedFields.every(({ field, sha256 }) => timeline.fields.get(field.id) === sha256);
  if (!fieldsMatch) {
    return yield* brokenAuditTrail("The values of a recipient do not match the audit trail");
  }
  if (!matchesTrail(recipient, trail)) {
    return yield* brokenAuditTrail("A recipient does not match the audit trail");
  }
  const consent = recipientConsent(envelope, recipient);
  const hasAgreed = timeline.consentSha256 === (yield* sha256Hex(consent.text));
  const hasFinished = timeline.finishedAt !== null && hasAgreed;
  const mustHaveFinished = OUTCOMES[envelope.state] === "completed" || timeline.finishedAt !== null;
  if (designation !== "CC" && mustHaveFinished && !hasFinished) {
    return yield* brokenAuditTrail("A recipient has not finished according to the audit trail");
  }
  const { invitedAt, invitation, viewedAt, consentedAt, finishedAt, declinedAt } = timeline;
  const { timeZone, sourceIp, userAgent } = timeline;
  const certifiedRecipient: CertifiedRecipient = {
    id,
    name: fullName(recipient),
    email,
    designation,
    order,
    authentication: timeline.authenticatedBy ?? (timeline.isEmbedded ? "embedded" : "link"),
    phone: timeline.phone,
    host: timeline.host,
    delegatedBy: timeline.delegatedBy,
    invitedAt,
    invitation,
    viewedAt,
    consentedAt,
    consentLanguage: consent.language,
    finishedAt,
    declinedAt,
    timeZone,
    sourceIp,
    userAgent,
    signature: signatureIn(hashedFields, "signature"),
    initials: signatureIn(hashedFields, "initial"),
    fields: hashedFields.map(({ field: { type, page }, sha256 }) => ({ type, page, sha256 })),
  };
  return certifiedRecipient;
});

/** The signature in filled fields of one type, which the audit trail has a hash of. */
function signatureIn(
  fields: ReadonlyArray<FilledField>,
  type: "signature" | "initial",
): AdoptedSignature | null {
  const contents = fields.flatMap(({ field, content }) => (field.type === type ? [content] : []));
  const signatureContent = contents.find((content) => content.kind === "signature");
  return signatureContent?.signature ?? null;
}

function brokenAuditTrail(message: string): BrokenAuditTrail {
  return new BrokenAuditTrail({ message });
}

function certifiedEvent(event: AuditEvent): CertifiedEvent {
  const { seq, at, who, details, hash } = event;
  const email = typeof details["email"] === "string" ? details["email"] : null;
  const isDelegation = event.type === "recipient_changed" && delegatedBy(event) !== null;
  const type = isDelegation ? "delegated" : event.type;
  return { seq, at: DateTime.makeUnsafe(at), type, email, who, hash };
}

/** The consent texts of the signers and approvers, each once. */
const certifiedConsents = Effect.fnUntraced(function* (envelope: Envelope) {
  const consents = new Map(
    envelope.recipients
      .filter(({ designation }) => designation !== "CC")
      .map((recipient) => recipientConsent(envelope, recipient))
      .map((consent) => [consent.language, consent] as const),
  );
  return yield* Effect.forEach(consents.values(), (consent) =>
    Effect.map(sha256Hex(consent.text), (sha256) => ({ ...consent, sha256 })),
  );
});
