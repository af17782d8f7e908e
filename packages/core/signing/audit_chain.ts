import { DateTime, Effect, Schema } from "effect";
import { Digest } from "effect/crypto";

import type { Timestamp } from "../values/mod.ts";
import {
  AUDIT_FORMAT,
  type AuditBody,
  type AuditDetails,
  type AuditEvent,
  AuditTrail,
  type AuditType,
} from "./audit_event.ts";
import { canonicalJson } from "./canonical_json.ts";

/** An audit trail is not what was written: something was changed, left out or moved. */
export class BrokenAudit extends Schema.TaggedError<BrokenAudit>()("broken_audit", {
  message: Schema.String,
}) {}

/** An audit trail has an intact event of a kind that this release does not know. */
export class NewerAudit extends Schema.TaggedError<NewerAudit>()("newer_audit", {
  message: Schema.String,
}) {}

/** What an audit trail is about: its first event is bound to it. */
export type AuditSubject = Pick<AuditTrail, "requestId" | "originalSha256">;

/** How far an audit trail has got. */
export type AuditHead = Pick<AuditTrail, "head" | "length">;

/** Something that happens, before it is part of an audit trail. */
export interface Happened {
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
  { at, ...happened }: Happened,
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
 * import { checkAuditChain } from "@paraph/core/signing";
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
    Effect.mapError(() => broken("it cannot be read")),
  );
  const genesis = yield* auditGenesis(trail);
  const end = yield* Effect.reduce(trail.events, () => genesis, follow);
  if (end.length !== trail.length || end.head !== trail.head) {
    return yield* broken("it does not end as it was written");
  }
  return trail;
});

const follow = Effect.fnUntraced(function* (before: AuditHead, { hash, ...body }: AuditEvent) {
  const seq = before.length + 1;
  if (body.seq !== seq || body.prev !== before.head) {
    return yield* broken(`event ${seq} does not follow the one before it`);
  }
  if ((yield* hashOf(body)) !== hash) return yield* broken(`event ${seq} was changed`);
  return { head: hash, length: seq };
});

function hashOf(body: AuditBody): Effect.Effect<string, never, Digest.Digest> {
  return sha256Hex(canonicalJson(body));
}

function broken(why: string): BrokenAudit {
  return new BrokenAudit({ message: `The audit trail is broken: ${why}` });
}
