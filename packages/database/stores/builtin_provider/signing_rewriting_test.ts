import { assert, layer } from "@effect/vitest";
import { AuditTrail, type Certificate, Signing } from "@paraph/core/builtin_provider";
import { DateTime, Effect, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { type Change, provider, signEnvelopeWith } from "./signing_evidence_fixture.ts";
import {
  certificates,
  finish as signAs,
  submissionOf,
  person,
  sealOrders,
  requestSignature,
  signatureOf,
  signingServices,
  tokenOf,
  VISITOR,
} from "./signing_fixture.ts";

/**
 * Edits of columns that no hash covers. The trail contains the same facts, and the certificate uses the
 * trail.
 */
const REWRITING: Readonly<Record<string, Change>> = {
  "a recipient's address": (sql, id) => sql`
    UPDATE signing_recipients SET source_ip = '6.6.6.6' WHERE envelope_id = ${id}`,
  "a recipient's browser": (sql, id) => sql`
    UPDATE signing_recipients SET user_agent = 'Another/6.6' WHERE envelope_id = ${id}`,
  "when a recipient was asked": (sql, id) => sql`
    UPDATE signing_recipients SET invited_at = '2001-01-01' WHERE envelope_id = ${id}`,
  "when a recipient opened the document": (sql, id) => sql`
    UPDATE signing_recipients SET viewed_at = '2001-01-01'
    WHERE envelope_id = ${id} AND viewed_at IS NOT NULL`,
  "when a recipient signed": (sql, id) => sql`
    UPDATE signing_recipients SET finished_at = '2001-01-01'
    WHERE envelope_id = ${id} AND finished_at IS NOT NULL`,
  "who sent it": (sql, id) => sql`
    UPDATE signing_envelopes SET sender = 'Eve Ltd' WHERE id = ${id}`,
  "when it was sent": (sql, id) => sql`
    UPDATE signing_envelopes SET created_at = '2001-01-01' WHERE id = ${id}`,
  "when all recipients had signed": (sql, id) => sql`
    UPDATE signing_envelopes SET ended_at = '2001-01-01'
    WHERE id = ${id} AND ended_at IS NOT NULL`,
};

/** The content of a certificate that its audit trail contains too. */
const auditedFacts = ({ sender, createdAt, endedAt, recipients, auditJson }: Certificate) => {
  const { events } = Schema.decodeUnknownSync(Schema.fromJsonString(AuditTrail))(auditJson);
  const moment = (time: DateTime.Utc | null) => time && DateTime.formatIso(time);
  const certificate = {
    sender,
    createdAt: moment(createdAt),
    completedAt: moment(endedAt),
    recipients: recipients.map((one) => [
      ...[one.invitedAt, one.viewedAt, one.consentedAt, one.finishedAt].map(moment),
      one.sourceIp,
      one.userAgent,
    ]),
  };
  const [first] = events;
  const trail = {
    sender: first?.who,
    createdAt: first?.at,
    completedAt: events.find(({ type }) => type === "finished")?.at,
    recipients: recipients.map(({ id }) => {
      const own = events.filter(({ details }) => details["recipientId"] === id);
      const signing = own.find(({ type }) => type === "signed" || type === "approved");
      return [
        ...["invited", "viewed", "consented"].map(
          (eventType) => own.find(({ type }) => type === eventType)?.at,
        ),
        signing?.at,
        signing?.details["ip"],
        signing?.details["userAgent"],
      ];
    }),
  };
  return { certificate, trail };
};

const options = { timeout: "120 seconds", excludeTestServices: true } as const;

layer(signingServices, options)("the certificate of an envelope", (it) => {
  for (const [fact, change] of Object.entries(REWRITING)) {
    it.effect(`agrees with the trail after an edit of ${fact}`, () =>
      Effect.gen(function* () {
        const { envelopeId } = yield* signEnvelopeWith(change);
        yield* change(yield* SqlClient.SqlClient, envelopeId);
        yield* (yield* provider).documents(envelopeId);
        const { certificate, trail } = auditedFacts(certificates.at(-1)!);
        assert.deepEqual<unknown>(certificate, trail);
        assert.strictEqual(certificate.sender, "Project");
        assert.notMatch(JSON.stringify(certificate), /2001-01-01|6\.6\.6\.6|Another|Eve|null/);
        const [order] = sealOrders.slice(-1);
        // A seal contains its time, which no row has.
        assert.isTrue(order && DateTime.formatIso(order.at) >= String(trail.completedAt));
      }),
    );
  }

  it.effect("is refused if a recipient is skipped as if they had signed", () =>
    Effect.gen(function* () {
      const request = yield* requestSignature({
        recipients: [person("ada"), person("eve", "Approver"), person("bob")],
        fields: [signatureOf(0), signatureOf(2)],
      });
      const signatureProvider = yield* provider;
      const envelope = yield* signatureProvider.find({ ...request, reference: request.id });
      const { providerId } = Option.getOrThrow(envelope);
      const sql = yield* SqlClient.SqlClient;
      yield* sql`
        UPDATE signing_recipients SET finished_at = now(), invited_at = now(), submission = '{"values":{}}'
        WHERE envelope_id = ${providerId} AND position = 1`;
      yield* signAs(yield* tokenOf(request, "ada"));
      yield* signAs(yield* tokenOf(request, "bob"));
      const error = yield* Effect.flip(signatureProvider.documents(providerId));
      assert.match(error.message, /has not finished/);
    }),
  );

  it.effect("is refused if a recipient was replaced while they signed", () =>
    Effect.gen(function* () {
      const setEmail =
        (email: string): Change =>
        (sql, id) =>
          sql`
        UPDATE signing_recipients SET email = ${email} WHERE envelope_id = ${id} AND position = 1`;
      const { envelopeId } = yield* signEnvelopeWith(setEmail("eve@example.com"));
      yield* setEmail("bob@example.com")(yield* SqlClient.SqlClient, envelopeId);
      const error = yield* Effect.flip((yield* provider).documents(envelopeId));
      assert.match(error.message, /recipient does not match the audit trail/);
    }),
  );

  it.effect("shows only submitted signatures", () =>
    Effect.gen(function* () {
      const request = yield* requestSignature({
        recipients: [person("ada", "Approver")],
        fields: [{ ...signatureOf(0), type: "initial", required: false }],
      });
      const signatureProvider = yield* provider;
      const envelope = yield* signatureProvider.find({ ...request, reference: request.id });
      const { providerId } = Option.getOrThrow(envelope);
      const token = yield* tokenOf(request, "ada");
      const { finish } = yield* Signing;
      yield* finish(token, { ...(yield* submissionOf(token)), values: {} }, VISITOR);
      yield* signatureProvider.documents(providerId);
      assert.isNull(certificates.at(-1)!.recipients[0]!.signature);
    }),
  );

  it.effect("is not created for an optional signature that was left empty", () =>
    Effect.gen(function* () {
      const request = yield* requestSignature({
        recipients: [person("ada", "Approver")],
        fields: [{ ...signatureOf(0), required: false }],
      });
      const token = yield* tokenOf(request, "ada");
      const { ceremony, finish } = yield* Signing;
      assert.isTrue((yield* ceremony(token)).fields[0]?.required);
      const blank = finish(token, { ...(yield* submissionOf(token)), values: {} }, VISITOR);
      assert.strictEqual((yield* Effect.flip(blank))._tag, "invalid_request");
      assert.strictEqual((yield* signAs(token)).state, "finished");
    }),
  );
});
