import { assert, describe, it } from "@effect/vitest";
import { DateTime, Effect, Schema } from "effect";
import { Digest } from "effect/crypto";

import {
  appendAudit,
  AUDIT_FORMAT,
  AuditDetails,
  type AuditEvent,
  auditGenesis,
  type AuditTrail,
  canonicalJson,
  checkAuditChain,
} from "./audit_trail.ts";

const SUBJECT = {
  requestId: "01900000-0000-7000-8000-000000000000",
  originalSha256: "0".repeat(64),
};
const now = DateTime.makeUnsafe("2026-05-04T03:02:01Z");

const trailOf = Effect.fnUntraced(function* (
  length: number,
  details: AuditDetails = { ip: "192.0.2.1" },
  subject = SUBJECT,
) {
  const events: Array<AuditEvent> = [];
  for (let head = yield* auditGenesis(subject); events.length < length;) {
    const event = yield* appendAudit(head, { at: now, type: "viewed", who: "Ada", details });
    events.push(event);
    head = { head: event.hash, length: event.seq };
  }
  const head = events.at(-1)?.hash ?? "";
  const trail: AuditTrail = { format: AUDIT_FORMAT, ...subject, events, head, length };
  return trail;
});

const problemOf = (trail: unknown) =>
  checkAuditChain(JSON.stringify(trail)).pipe(
    Effect.flip,
    Effect.map(({ message }) => message),
  );

describe("checkAuditChain()", () => {
  it.effect("returns an intact trail", () =>
    Effect.gen(function* () {
      const trail = yield* trailOf(5);
      assert.deepStrictEqual(yield* checkAuditChain(JSON.stringify(trail, null, 2)), trail);
    }).pipe(Effect.provide(Digest.layerWebCrypto)),
  );

  it.effect("detects every edit, deletion, insertion and move, and its position", () =>
    Effect.gen(function* () {
      const trail = yield* trailOf(5);
      const { events } = trail;
      const [one, two, three, four, five] = events;
      const other = yield* trailOf(5, { ip: "192.0.2.2" });
      const cases: ReadonlyArray<readonly [ReadonlyArray<unknown>, RegExp]> = [
        [[one, { ...two, who: "Eve" }, three, four, five], /event 2 was changed/],
        [[one, { ...two, details: {} }, three, four, five], /event 2 was changed/],
        [[one, { ...two, hash: "a".repeat(64) }, three, four, five], /event 2 was changed/],
        [[one, three, four, five], /event 2 does not follow/],
        [[two, three, four, five], /event 1 does not follow/],
        [[one, three, two, four, five], /event 2 does not follow/],
        [[one, two, two, three, four, five], /event 3 does not follow/],
        [[one, other.events[1], three, four, five], /event 2 does not follow/],
        [[one, two, three, four], /end does not match/],
        [[], /end does not match/],
        [[...events, { ...five, seq: 6 }], /event 6 does not follow/],
        [[one, { ...two, more: 1 }, three, four, five], /cannot be read/],
      ];
      for (const [editedEvents, expected] of cases) {
        assert.match(yield* problemOf({ ...trail, events: editedEvents }), expected);
      }
    }).pipe(Effect.provide(Digest.layerWebCrypto)),
  );

  it.effect("detects a trail with another subject or a smaller length", () =>
    Effect.gen(function* () {
      const trail = yield* trailOf(3);
      const otherSubject = { ...trail, originalSha256: "1".repeat(64) };
      assert.match(yield* problemOf(otherSubject), /event 1 does not follow/);
      const shorterTrail = { ...trail, events: trail.events.slice(0, 2), length: 2 };
      assert.match(yield* problemOf(shorterTrail), /end does not match/);
      assert.match(yield* problemOf({ ...trail, format: "other" }), /cannot be read/);
      assert.match(
        yield* Effect.map(Effect.flip(checkAuditChain("{")), ({ message }) => message),
        /cannot be read/,
      );
    }).pipe(Effect.provide(Digest.layerWebCrypto)),
  );

  it.effect.prop("accepts any details", [AuditDetails], ([details]) =>
    Effect.gen(function* () {
      const trail = yield* trailOf(2, details);
      const checkedTrail = yield* checkAuditChain(JSON.stringify(trail));
      assert.strictEqual(checkedTrail.head, trail.head);
    }).pipe(Effect.provide(Digest.layerWebCrypto)),
  );
});

describe("canonicalJson()", () => {
  it.prop("preserves the value, and is idempotent", [Schema.Json], ([value]) => {
    const text = canonicalJson(value);
    assert.strictEqual(canonicalJson(JSON.parse(text)), text);
    assert.deepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
  });
});
