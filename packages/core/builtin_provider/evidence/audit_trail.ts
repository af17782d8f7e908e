import { DateTime, Effect, Schema } from "effect";
import { Digest } from "effect/crypto";

import type { Timestamp } from "../../values/mod.ts";

/** The types of events in an audit trail. */
export const AuditType = Schema.Literals([
  "sent",
  /** An invitation was queued. */
  "invited",
  /** A repeated invitation was queued. */
  "resent",
  /** A reminder was queued. */
  "reminded",
  /** The sender has changed the time when the request expires. */
  "extended",
  /** The sender has corrected a recipient. */
  "recipient_changed",
  /** A mail server has accepted an email, or may have. */
  "email_sent",
  /** An email was rejected, has failed, or has bounced. */
  "email_failed",
  /** The recipient has reported an email as spam. */
  "email_complained",
  /** The recipient has confirmed their name on the device of a host. */
  "name_confirmed",
  "viewed",
  /** A one-time code was sent to the recipient by email or SMS. */
  "code_sent",
  /** The SMS with a code was not accepted by the gateway. */
  "code_failed",
  /** The recipient has entered the right code. */
  "authenticated",
  "authentication_failed",
  "consented",
  "signed",
  "approved",
  "declined",
  "cancelled",
  "expired",
  /** All recipients have signed or approved. */
  "finished",
  /** The sealed document and its certificate are stored. */
  "completed",
]);
export type AuditType = typeof AuditType.Type;

/** Details of an event, by name. */
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

/** The hashed part of an event. */
export const AuditBody = Schema.Struct({
  seq: Schema.Int.annotateKey({ description: "Number of the event, from 1 without gaps." }),
  // The text that was hashed.
  at: Schema.String.annotateKey({ description: "When it happened, ISO 8601 in UTC." }),
  type: AuditType.annotateKey({ description: "What happened." }),
  who: Schema.String.annotateKey({
    description: "Who did it: the sender, a recipient, or `Paraph`.",
  }),
  details: AuditDetails.annotateKey({ description: "Details by name." }),
  prev: Sha256.annotateKey({ description: "Hash of the event before it." }),
});
export type AuditBody = typeof AuditBody.Type;

/** An event of an audit trail. Its hash covers the event and all events before it. */
export const AuditEvent = Schema.Struct({
  ...AuditBody.fields,
  hash: Sha256.annotateKey({ description: "SHA-256 of the event, in hexadecimal." }),
}).annotate({ identifier: "AuditEvent", description: "An event of an audit trail." });
export type AuditEvent = typeof AuditEvent.Type;

/** The format and hash version of audit trails. */
export const AUDIT_FORMAT = "paraph-audit/1";

/** A complete audit trail, as exported. */
export const AuditTrail = Schema.Struct({
  format: Schema.Literal(AUDIT_FORMAT).annotateKey({ description: "Format of the trail." }),
  requestId: Schema.String.annotateKey({ description: "ID of the signature request." }),
  originalSha256: Sha256.annotateKey({
    description: "SHA-256 of the document that was sent, in hexadecimal.",
  }),
  sealedSha256: Schema.optionalKey(Sha256).annotateKey({
    description:
      "SHA-256 of the sealed document, in hexadecimal: only in the trail attached to the certificate.",
  }),
  events: Schema.Array(AuditEvent).annotateKey({ description: "All events, in order." }),
  head: Sha256.annotateKey({ description: "Hash of the last event." }),
  length: Schema.Int.annotateKey({
    description: "Number of events. With the head, it shows that none is missing at the end.",
  }),
}).annotate({
  identifier: "AuditTrail",
  description: "The complete audit trail of a signature request.",
});
export type AuditTrail = typeof AuditTrail.Type;

/** An audit trail was tampered with: an event was changed, removed or moved. */
export class BrokenAuditTrail extends Schema.TaggedError<BrokenAuditTrail>()("broken_audit", {
  message: Schema.String,
}) {}

/** An audit trail has an intact event of a type that this release does not know. */
export class NewerAuditTrail extends Schema.TaggedError<NewerAuditTrail>()("newer_audit", {
  message: Schema.String,
}) {}

/** The subject of an audit trail, to which the first hash is bound. */
export type AuditSubject = Pick<AuditTrail, "requestId" | "originalSha256">;

/** The last hash and the length of an audit trail. */
export type AuditHead = Pick<AuditTrail, "head" | "length">;

/** An event to append to an audit trail. */
export interface NewAuditEvent {
  readonly at: Timestamp;
  readonly type: AuditType;
  readonly who: string;
  readonly details: AuditDetails;
}

/** The SHA-256 of a text, in hex. */
export function sha256Hex(text: string): Effect.Effect<string, never, Digest.Digest> {
  const bytes = new TextEncoder().encode(text);
  return Effect.flatMap(Digest.Digest, ({ digestHex }) => digestHex(Digest.sha256, bytes));
}

/** The head of an empty audit trail, different for each request and document. */
export function auditGenesis({
  requestId,
  originalSha256,
}: AuditSubject): Effect.Effect<AuditHead, never, Digest.Digest> {
  const subject = `${AUDIT_FORMAT}|${requestId}|${originalSha256}`;
  return Effect.map(sha256Hex(subject), (head) => ({ head, length: 0 }));
}

/** The next event, whose hash covers all events before it. */
export function appendAudit(
  { head, length }: AuditHead,
  { at, ...newEvent }: NewAuditEvent,
): Effect.Effect<AuditEvent, never, Digest.Digest> {
  const body = { ...newEvent, at: DateTime.formatIso(at), seq: length + 1, prev: head };
  return Effect.map(hashOf(body), (hash) => ({ ...body, hash }));
}

const readTrail = Schema.decodeEffect(Schema.fromJsonString(AuditTrail));

/**
 * Parses an audit trail and checks that no event was changed, removed or moved.
 *
 * An attacker who rewrites a trail to its end can recompute all hashes. Compare the head with the one from
 * an independent source.
 *
 * @example A trail without its last event does not match its head
 * ```ts
 * import { checkAuditChain } from "@paraph/core/builtin_provider";
 * import { Effect, Exit } from "effect";
 * import { Digest } from "effect/crypto";
 * import assert from "node:assert/strict";
 *
 * const trail = {
 *   format: "paraph-audit/1",
 *   requestId: "01900000-0000-7000-8000-000000000000",
 *   originalSha256: "0".repeat(64),
 *   events: [],
 *   head: "f".repeat(64),
 *   length: 1,
 * };
 * const checked = checkAuditChain(JSON.stringify(trail)).pipe(Effect.provide(Digest.layerWebCrypto));
 * assert.ok(Exit.isFailure(await Effect.runPromiseExit(checked)));
 * ```
 *
 * @param json The trail in the format of `audit.json`.
 */
export const checkAuditChain = Effect.fnUntraced(function* (json: string) {
  const trail = yield* readTrail(json, { onExcessProperty: "error" }).pipe(
    Effect.mapError(() => brokenAudit("it cannot be read")),
  );
  const genesis = yield* auditGenesis(trail);
  const end = yield* Effect.reduce(trail.events, () => genesis, follow);
  if (end.length !== trail.length || end.head !== trail.head) {
    return yield* brokenAudit("its end does not match its head and length");
  }
  return trail;
});

const follow = Effect.fnUntraced(function* (before: AuditHead, { hash, ...body }: AuditEvent) {
  const seq = before.length + 1;
  if (body.seq !== seq || body.prev !== before.head) {
    return yield* brokenAudit(`event ${seq} does not follow the one before it`);
  }
  if ((yield* hashOf(body)) !== hash) return yield* brokenAudit(`event ${seq} was changed`);
  return { head: hash, length: seq };
});

function hashOf(body: AuditBody): Effect.Effect<string, never, Digest.Digest> {
  return sha256Hex(canonicalJson(body));
}

function brokenAudit(why: string): BrokenAuditTrail {
  return new BrokenAuditTrail({ message: `The audit trail is broken: ${why}` });
}

/** An audit trail in the format of `audit.json`, the subject first. */
export function auditJson(trail: AuditTrail): string {
  const { format, requestId, originalSha256, sealedSha256, events, head, length } = trail;
  const subject = {
    format,
    requestId,
    originalSha256,
    ...(sealedSha256 === undefined ? {} : { sealedSha256 }),
  };
  return `${JSON.stringify({ ...subject, events, head, length }, null, 2)}\n`;
}

/**
 * The canonical JSON of a value: sorted keys at every depth, no white space. Hashes must not depend on
 * the order of keys.
 *
 * @example Sorted keys
 * ```ts
 * import { canonicalJson } from "@paraph/core/builtin_provider";
 * import assert from "node:assert/strict";
 *
 * assert.equal(canonicalJson({ b: [1, null], a: "x" }), '{"a":"x","b":[1,null]}');
 * ```
 */
export function canonicalJson(value: Schema.Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(",")}}`;
}

function isArray(value: Schema.Json): value is Schema.JsonArray {
  return Array.isArray(value);
}
