import { DateTime, Effect } from "effect";

import { fullName } from "../signatures/mod.ts";
import { BrokenAudit, sha256Hex } from "./audit_chain.ts";
import type { AuditEvent, AuditTrail, AuditType } from "./audit_event.ts";
import { auditJson } from "./audit_json.ts";
import type { CheckedAudit } from "./audit_log.ts";
import { canonicalJson } from "./canonical_json.ts";
import type { Certificate, CertifiedEvent, CertifiedRecipient } from "./certificate.ts";
import type { Filling } from "./filling.ts";
import { hashedFillings } from "./hashed_filling.ts";
import type { SealedDocument } from "./pdf_sealer.ts";
import { whoIs } from "./recipient_words.ts";
import { sentDetails } from "./sent_details.ts";
import type { Adopted } from "./signature_mark.ts";
import type { SigningEnvelope, SigningRecipient } from "./signing_envelope.ts";
import { toldDeeds } from "./told_deeds.ts";

/** What a certificate says of an envelope before its document is sealed. */
export interface CertifiedDeeds extends Pick<
  Certificate,
  "sender" | "createdAt" | "completedAt" | "recipients"
> {}

/**
 * What became of an envelope. Who did what, when and from where is taken from its audit trail alone;
 * everything else has to be what the trail has of it. The two are kept apart, so what was changed in
 * one of them shows here.
 */
export const certifiedDeeds = Effect.fnUntraced(function* (
  envelope: SigningEnvelope,
  trail: AuditTrail,
) {
  const sent = canonicalJson(yield* sentDetails(envelope));
  const [first] = trail.events;
  const last = trail.events.find(({ type }) => type === "finished");
  const isAsSent = first?.type === "sent" && canonicalJson(first.details) === sent;
  if (!isAsSent || last === undefined) {
    return yield* broken("The envelope is not what the audit trail has of it");
  }
  const recipients = yield* Effect.forEach(envelope.recipients, (recipient) =>
    certified(envelope, recipient, trail),
  );
  const deeds: CertifiedDeeds = {
    sender: first.who,
    createdAt: DateTime.makeUnsafe(first.at),
    completedAt: DateTime.makeUnsafe(last.at),
    recipients,
  };
  return deeds;
});

/** The certificate of an envelope that everybody has finished with. */
export const certificateOf = Effect.fnUntraced(function* (
  envelope: SigningEnvelope,
  { trail, deeds }: Pick<CheckedAudit, "trail"> & { readonly deeds: CertifiedDeeds },
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

const certified = Effect.fnUntraced(function* (
  envelope: SigningEnvelope,
  recipient: SigningRecipient,
  trail: AuditTrail,
) {
  const { id, email, designation, order, handedIn } = recipient;
  const own = envelope.fields.filter(({ recipientId }) => recipientId === id);
  const filled = handedIn === null ? [] : yield* hashedFillings(own, handedIn);
  const told = toldDeeds(trail, id);
  const isAsTold =
    told.fields.size === filled.length &&
    filled.every(({ field, sha256 }) => told.fields.get(field.id) === sha256);
  if (!isAsTold) {
    return yield* broken("What a recipient put in is not what the audit trail has of it");
  }
  if (!isThroughout(recipient, trail)) {
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
    signature: shownIn(filled, "signature"),
    initials: shownIn(filled, "initial"),
    fields: filled.map(({ field: { type, page }, sha256 }) => ({ type, page, sha256 })),
  };
  return done;
});

/** Whether every event about a recipient tells of the same person, at the same address. */
function isThroughout(recipient: SigningRecipient, { events }: AuditTrail): boolean {
  return events
    .filter(({ details }) => details["recipientId"] === recipient.id)
    .every(({ type, who, details }) =>
      BY_EMAIL.has(type) ? details["email"] === recipient.email : who === whoIs(recipient),
    );
}

/** What was done to a recipient and not by them: it names their address. */
const BY_EMAIL: ReadonlySet<AuditType> = new Set(["invited", "email_sent", "email_failed"]);

/** The signature in fields of one kind: only what was put in has a hash that vouches for it. */
function shownIn(filled: ReadonlyArray<Filling>, type: "signature" | "initial"): Adopted | null {
  const contents = filled.flatMap(({ field, content }) => (field.type === type ? [content] : []));
  const shown = contents.find((content) => content.kind === "signature");
  return shown?.signature ?? null;
}

function broken(message: string): BrokenAudit {
  return new BrokenAudit({ message });
}

function certifiedEvent({ seq, at, type, who, details, hash }: AuditEvent): CertifiedEvent {
  const { email } = details;
  const what = typeof email === "string" ? `${WORDS[type]}: ${email}` : WORDS[type];
  return { seq, at: DateTime.makeUnsafe(at), what, who, hash };
}

const WORDS: Readonly<Record<AuditType, string>> = {
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
