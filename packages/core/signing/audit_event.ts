import { Schema } from "effect";

/** What can happen to an envelope. */
export const AuditType = Schema.Literals([
  "sent",
  /** An invitation was queued. */
  "invited",
  /** A mail server has accepted an email, or may have. */
  "email_sent",
  /** An email was refused, or given up. */
  "email_failed",
  "viewed",
  "consented",
  "signed",
  "approved",
  "declined",
  "cancelled",
  "expired",
  /** Everybody has signed or approved. */
  "finished",
  /** The sealed document and its certificate are kept. */
  "completed",
]);
export type AuditType = typeof AuditType.Type;

/** What else there is to know, by name. */
export const AuditDetails = Schema.Record(
  Schema.String,
  Schema.Union([
    Schema.Finite,
    Schema.String,
    Schema.Boolean,
    Schema.Null,
    Schema.Record(Schema.String, Schema.String),
  ]),
);
export type AuditDetails = typeof AuditDetails.Type;

const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u));

/** An event as its hash covers it. */
export const AuditBody = Schema.Struct({
  /** The first is 1, and none is left out. */
  seq: Schema.Int,
  /** ISO 8601 in UTC: kept as the text that was hashed. */
  at: Schema.String,
  type: AuditType,
  /** Who did it, in words. */
  who: Schema.String,
  details: AuditDetails,
  /** The hash of the event before it. */
  prev: Sha256,
});
export type AuditBody = typeof AuditBody.Type;

/** An event of an audit trail: nothing can be changed in it, or before it, without its hash telling. */
export const AuditEvent = Schema.Struct({ ...AuditBody.fields, hash: Sha256 });
export type AuditEvent = typeof AuditEvent.Type;

/** What names the way an audit trail is written and hashed. */
export const AUDIT_FORMAT = "paraph-audit/1";

/** A whole audit trail, as it is handed out. */
export const AuditTrail = Schema.Struct({
  format: Schema.Literal(AUDIT_FORMAT),
  requestId: Schema.String,
  /** The SHA-256 of the document that was sent, in hex. */
  originalSha256: Sha256,
  /** The SHA-256 of the sealed document, in hex: only in the trail that its certificate carries. */
  sealedSha256: Schema.optionalKey(Sha256),
  events: Schema.Array(AuditEvent),
  /** The hash of the last event. */
  head: Sha256,
  /** How many events there are: with the head, it shows that none is missing at the end. */
  length: Schema.Int,
});
export type AuditTrail = typeof AuditTrail.Type;
