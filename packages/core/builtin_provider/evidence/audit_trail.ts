import { DateTime, Effect, Schema } from "effect";
import { Digest } from "effect/crypto";

import type { Timestamp } from "../../values/mod.ts";

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

/** An audit trail is not what was written: something was changed, left out or moved. */
export class BrokenAuditTrail extends Schema.TaggedError<BrokenAuditTrail>()("broken_audit", {
  message: Schema.String,
}) {}

/** An audit trail has an intact event of a kind that this release does not know. */
export class NewerAuditTrail extends Schema.TaggedError<NewerAuditTrail>()("newer_audit", {
  message: Schema.String,
}) {}

/** What an audit trail is about: its first event is bound to it. */
export type AuditSubject = Pick<AuditTrail, "requestId" | "originalSha256">;

/** How far an audit trail has got. */
export type AuditHead = Pick<AuditTrail, "head" | "length">;

/** Something that happens, before it is part of an audit trail. */
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

/** Where an audit trail begins: no two requests, and no two documents, begin alike. */
export function auditGenesis({
  requestId,
  originalSha256,
}: AuditSubject): Effect.Effect<AuditHead, never, Digest.Digest> {
  const subject = `${AUDIT_FORMAT}|${requestId}|${originalSha256}`;
  return Effect.map(sha256Hex(subject), (head) => ({ head, length: 0 }));
}

/** The event that comes next: it covers everything before it. */
export function appendAudit(
  { head, length }: AuditHead,
  { at, ...happened }: NewAuditEvent,
): Effect.Effect<AuditEvent, never, Digest.Digest> {
  const body = { ...happened, at: DateTime.formatIso(at), seq: length + 1, prev: head };
  return Effect.map(hashOf(body), (hash) => ({ ...body, hash }));
}

const readTrail = Schema.decodeEffect(Schema.fromJsonString(AuditTrail));

/**
 * Reads an audit trail and checks that nothing in it was changed, left out or moved.
 *
 * Whoever rewrites a trail to its end can give it fresh hashes: its head has to be compared with
 * the one that is known from elsewhere.
 *
 * @example A trail without its last event does not reach its head
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
 * @param json The trail as JSON, as `audit.json` has it.
 */
export const checkAuditChain = Effect.fnUntraced(function* (json: string) {
  const trail = yield* readTrail(json, { onExcessProperty: "error" }).pipe(
    Effect.mapError(() => brokenAudit("it cannot be read")),
  );
  const genesis = yield* auditGenesis(trail);
  const end = yield* Effect.reduce(trail.events, () => genesis, follow);
  if (end.length !== trail.length || end.head !== trail.head) {
    return yield* brokenAudit("it does not end as it was written");
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

/** An audit trail as `audit.json` has it: what it is about comes first. */
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
 * A JSON value as the one text that everybody writes it as: keys sorted at every depth, no white
 * space. What is hashed must not depend on who wrote it down.
 *
 * @example The order of keys is no difference
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
