import { assert, layer } from "@effect/vitest";
import {
  canonicalJson,
  checkAuditChain,
  CONSENTS,
  Signing,
  SigningStore,
} from "@paraph/core/builtin_provider";
import { AssetStore, documentName } from "@paraph/core/renders";
import type { SignatureProvider } from "@paraph/core/signatures";
import { DateTime, Effect, Option } from "effect";
import { Digest } from "effect/crypto";
import { SqlClient } from "effect/sql";

import { type Change, provider, signEnvelope } from "./signing_evidence_fixture.ts";
import {
  certificates,
  finish,
  PDF,
  person,
  sealOrders,
  requestSignature,
  signatureOf,
  signingServices,
  status,
  tokenOf,
} from "./signing_fixture.ts";

/** The reason why a request is not sealed. */
const refusal = Effect.fnUntraced(function* ({ documents }: SignatureProvider, id: string) {
  const orders = sealOrders.length;
  const error = yield* Effect.flip(documents(id));
  assert.strictEqual(sealOrders.length, orders, "No document may be sealed");
  return `${error._tag}: ${error.message}`;
});

/** Changes an audit trail with its triggers disabled, as only the owner of the database can. */
const tamper = Effect.fnUntraced(function* (id: string, change: Change) {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`ALTER TABLE signing_audit DISABLE TRIGGER USER`;
  yield* change(sql, id);
  yield* sql`ALTER TABLE signing_audit ENABLE TRIGGER USER`;
});

const TAMPERING: Readonly<Record<string, readonly [Change, RegExp]>> = {
  "an event is edited": [
    (sql, id) => sql`
      UPDATE signing_audit SET body = replace(body, 'bob', 'eve')
      WHERE envelope_id = ${id} AND seq = 6`,
    /event 6 was changed/,
  ],
  "an event is made unreadable": [
    (sql, id) => sql`
      UPDATE signing_audit SET body = 'gone' WHERE envelope_id = ${id} AND seq = 2`,
    /Event 2 of the audit trail cannot be read/,
  ],
  "an event is deleted": [
    (sql, id) => sql`DELETE FROM signing_audit WHERE envelope_id = ${id} AND seq = 3`,
    /event 3 does not follow/,
  ],
  "the last events are deleted": [
    (sql, id) => sql`DELETE FROM signing_audit WHERE envelope_id = ${id} AND seq > 7`,
    /its end does not match its head and length/,
  ],
  "all events are deleted": [
    (sql, id) => sql`DELETE FROM signing_audit WHERE envelope_id = ${id}`,
    /its end does not match its head and length/,
  ],
  "two events change places": [
    (sql, id) => sql`
      UPDATE signing_audit SET seq = CASE seq WHEN 3 THEN 104 WHEN 4 THEN 103 ELSE seq + 100 END
      WHERE envelope_id = ${id}`,
    /event 3 does not follow/,
  ],
  "the head is moved back with the events": [
    (sql, id) => sql`
      WITH cut AS (DELETE FROM signing_audit WHERE envelope_id = ${id} AND seq > 7 RETURNING seq)
      UPDATE signing_envelopes SET
        audit_length = 7,
        audit_head = (SELECT hash FROM signing_audit WHERE envelope_id = ${id} AND seq = 7)
      WHERE id = ${id}`,
    /envelope does not match the audit trail/,
  ],
  "a submitted value is edited": [
    (sql, id) => sql`
      UPDATE signing_recipients SET submission = replace(submission::text, 'Grüße', 'Yes')::json
      WHERE envelope_id = ${id}`,
    /values of a recipient do not match the audit trail/,
  ],
  "a field is moved": [
    (sql, id) => sql`
      UPDATE signing_envelopes SET fields = replace(fields::text, '"page":2', '"page":1')::json
      WHERE id = ${id}`,
    /envelope does not match the audit trail/,
  ],
  "a recipient is replaced": [
    (sql, id) => sql`
      UPDATE signing_recipients SET email = 'eve@example.com'
      WHERE envelope_id = ${id} AND position = 0`,
    /envelope does not match the audit trail/,
  ],
  "the deadline is moved": [
    (sql, id) => sql`
      UPDATE signing_envelopes SET expires_at = expires_at + interval '1 day' WHERE id = ${id}`,
    /envelope does not match the audit trail/,
  ],
  "the hash of the original is replaced": [
    (sql, id) => sql`
      UPDATE signing_envelopes SET original_sha256 = repeat('0', 64) WHERE id = ${id}`,
    /event 1 does not follow/,
  ],
};

const options = { timeout: "120 seconds", excludeTestServices: true } as const;

layer(signingServices, options)("the evidence of an envelope", (it) => {
  it.effect("has the consent in the language of each recipient, else of the request", () =>
    Effect.gen(function* () {
      const request = yield* requestSignature({
        name: "Vertrag",
        language: "de-AT",
        signingOrder: "parallel",
        recipients: [person("ada"), { ...person("bob"), language: "fr" }],
        fields: [signatureOf(0), signatureOf(1)],
      });
      const { ceremony } = yield* Signing;
      for (const [name, language] of [
        ["ada", "de"],
        ["bob", "fr"],
      ] as const) {
        const token = yield* tokenOf(request, name);
        const { consent } = yield* ceremony(token);
        assert.deepInclude(consent, { language, text: CONSENTS[language] });
        yield* finish(token);
      }
      assert.strictEqual((yield* status(request)).status, "completed");
      const certificate = certificates.at(-1)!;
      assert.strictEqual(certificate.language, "de");
      assert.deepEqual(
        certificate.consents.map(({ language, text }) => [language, text]),
        [
          ["de", CONSENTS.de],
          ["fr", CONSENTS.fr],
        ],
      );
      const { events } = yield* checkAuditChain(certificate.auditJson).pipe(
        Effect.provide(Digest.layerWebCrypto),
      );
      assert.deepEqual(
        events.filter(({ type }) => type === "consented").map(({ details }) => details["language"]),
        ["de", "fr"],
      );
      assert.deepInclude(events[0]?.details, { consentLanguage: "de" });
    }),
  );

  it.effect("is complete in its certificate, with a verifiable trail", () =>
    Effect.gen(function* () {
      const { request, envelopeId } = yield* signEnvelope;
      const { documents } = yield* provider;
      const { signed: pdf } = yield* documents(envelopeId);
      yield* documents(envelopeId);
      const [first, again] = sealOrders.slice(-2);
      assert.strictEqual(new TextDecoder().decode(pdf), "sealed");
      assert(first !== undefined && again !== undefined);
      const { at, ...order } = first;
      assert.deepEqual({ ...order, at: again.at }, again, "Only the time of sealing may differ");
      assert.isTrue(DateTime.isLessThanOrEqualTo(at, again.at));
      assert.strictEqual(order.requestId, request.id);
      assert.deepEqual(first?.pdf, PDF);
      const certificate = certificates.at(-1)!;
      const trail = yield* checkAuditChain(certificate.auditJson).pipe(
        Effect.provide(Digest.layerWebCrypto),
      );
      assert.deepEqual(
        [trail.requestId, trail.head, trail.length],
        [request.id, certificate.head, certificate.events.length],
      );
      const [ada, bob] = certificate.recipients;
      assert.strictEqual(ada?.signature?.kind, "drawn");
      assert.isNull(bob?.signature);
      assert.strictEqual(bob?.userAgent, "bob's browser");
      assert.deepEqual([ada?.timeZone, bob?.timeZone], [null, "Asia/Tokyo"]);
      const { digestHex } = yield* Digest.Digest;
      const text = new TextEncoder().encode("Grüße");
      assert.deepEqual(bob?.fields, [
        { type: "text", page: 2, sha256: yield* digestHex(Digest.sha256, text) },
      ]);
      assert.isTrue(
        [ada, bob].every(
          (one) => one?.invitedAt && one.viewedAt && one.consentedAt && one.finishedAt,
        ),
      );
    }),
  );

  it.effect("cannot be changed: rows of the trail are neither edited nor deleted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      yield* signEnvelope;
      for (const change of [
        sql`UPDATE signing_audit SET hash = hash`,
        sql`DELETE FROM signing_audit`,
        sql`TRUNCATE signing_audit`,
      ]) {
        const { reason } = yield* Effect.flip(change);
        assert.include(String(reason.cause), "rows of signing_audit never change");
      }
    }),
  );

  for (const [name, [change, expected]] of Object.entries(TAMPERING)) {
    it.effect(`shows when ${name}, and nothing is sealed`, () =>
      Effect.gen(function* () {
        const { envelopeId } = yield* signEnvelope;
        yield* tamper(envelopeId, change);
        const message = yield* refusal(yield* provider, envelopeId);
        assert.match(message, expected);
        assert.match(message, /^integrity_fault/);
      }),
    );
  }

  it.effect("fails the request at once if it was changed", () =>
    Effect.gen(function* () {
      const { request, envelopeId } = yield* signEnvelope;
      const [change] = TAMPERING["a submitted value is edited"]!;
      yield* change(yield* SqlClient.SqlClient, envelopeId);
      const outcome = yield* status(request);
      assert.deepEqual([outcome.status, outcome.phase], ["failed", "ended"]);
      assert.match(
        outcome.errorMessage ?? "",
        /values of a recipient do not match the audit trail/,
      );
      const sql = yield* SqlClient.SqlClient;
      const events = yield* sql`
        SELECT type FROM events
        WHERE body::json #>> '{data,id}' = ${request.id} AND type = 'signature.failed'`;
      assert.strictEqual(events.length, 1);
    }),
  );

  it.effect("is retried if a newer release has written part of it", () =>
    Effect.gen(function* () {
      const { envelopeId } = yield* signEnvelope;
      const sql = yield* SqlClient.SqlClient;
      const [last] = yield* sql<{ seq: number; hash: string }>`
        SELECT seq, hash FROM signing_audit WHERE envelope_id = ${envelopeId} ORDER BY seq DESC`;
      const body = canonicalJson({
        seq: last!.seq + 1,
        at: "2030-01-01T00:00:00.000Z",
        type: "notarised",
        who: "Paraph",
        details: {},
        prev: last!.hash,
      });
      const { digestHex } = yield* Digest.Digest;
      const hash = yield* digestHex(Digest.sha256, new TextEncoder().encode(body));
      yield* (yield* SigningStore).addAudit(envelopeId, [{ seq: last!.seq + 1, body, hash }]);
      assert.match(
        yield* refusal(yield* provider, envelopeId),
        /^provider_unavailable: .* newer release/,
      );
    }),
  );

  it.effect("shows that the document is not the one that was sent", () =>
    Effect.gen(function* () {
      const { request, envelopeId } = yield* signEnvelope;
      const other = Uint8Array.from(PDF, (byte, index) => (index === 12 ? byte + 1 : byte));
      yield* (yield* AssetStore).put(documentName(request.renderId), other);
      assert.match(
        yield* refusal(yield* provider, envelopeId),
        /differs from the one that was sent/,
      );
    }),
  );

  it.effect("fails its request at once when the envelope cannot be read", () =>
    Effect.gen(function* () {
      const { request, envelopeId } = yield* signEnvelope;
      const sql = yield* SqlClient.SqlClient;
      yield* sql`UPDATE signing_envelopes SET expires_at = 'infinity' WHERE id = ${envelopeId}`;
      const outcome = yield* status(request);
      assert.strictEqual(outcome.status, "failed");
      assert.match(outcome.errorMessage ?? "", /could not be archived: .* cannot be read/);
    }),
  );

  it.effect("is not available before all recipients have signed", () =>
    Effect.gen(function* () {
      const request = yield* requestSignature({
        recipients: [person("ada")],
        fields: [signatureOf(0)],
      });
      const signatureProvider = yield* provider;
      const envelope = yield* signatureProvider.find({ ...request, reference: request.id });
      const { providerId } = Option.getOrThrow(envelope);
      assert.match(yield* refusal(signatureProvider, providerId), /^not_ready_yet/);
    }),
  );
});
