import { assert, describe, it } from "@effect/vitest";
import { SignatureRequestId } from "@paraph/core/values";
import { documensoServer } from "@paraph/testing/documenso_server";
import { ENVELOPE, pdfOf } from "@paraph/testing/envelope";
import { localServer } from "@paraph/testing/local_server";
import { json } from "@paraph/testing/scripted_server";
import { DateTime, Effect, Option, Schema } from "effect";

import { documensoProvider } from "./documenso_provider.ts";

const CREATE = /^POST \/api\/v2\/envelope\/create$/;
const DISTRIBUTE = /^POST \/api\/v2\/envelope\/distribute$/;
const DELETE = /^POST \/api\/v2\/envelope\/delete$/;
const READ = /^GET \/api\/v2\/envelope\/envelope_/;
const LOOKUP = { ...ENVELOPE, createdAt: DateTime.makeUnsafe(Date.now()) };

const setUp = Effect.gen(function* () {
  const documenso = yield* documensoServer();
  const provider = yield* documensoProvider(documenso.options);
  const withShortTimeout = yield* documensoProvider({
    ...documenso.options,
    timeout: "300 millis",
  });
  return { documenso, provider, withShortTimeout };
});

const Item = Schema.Record(Schema.String, Schema.Unknown);
const Payload = Schema.Struct({
  externalId: Schema.String,
  meta: Item,
  recipients: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      role: Schema.String,
      signingOrder: Schema.Int,
      fields: Schema.Array(Item),
    }),
  ),
});

const appError = (status: number, code: string) =>
  json(status, { message: "Document limit for this month", code, data: { appError: { code } } });

describe("documensoProvider().createAndSend()", () => {
  it.live("creates an envelope with all fields, checks it and sends it", () =>
    Effect.gen(function* () {
      const { documenso, provider } = yield* setUp;
      const { providerId, recipientIds } = yield* provider.createAndSend(ENVELOPE);
      const envelope = documenso.envelopes.get(providerId)!;
      assert.deepEqual(recipientIds, ["1", "2", "3", "4"]);
      assert.strictEqual(envelope.status, "PENDING");
      assert.isTrue(envelope.document.equals(ENVELOPE.pdf));
      const order = yield* Schema.decodeUnknownEffect(Payload)(envelope.order);
      assert.strictEqual(order.externalId, ENVELOPE.reference);
      assert.deepEqual(order.meta["envelopeExpirationPeriod"], { unit: "day", amount: 2 });
      assert.strictEqual(order.meta["signingOrder"], "SEQUENTIAL");
      assert.deepEqual(
        order.recipients.map(({ name, role, signingOrder }) => [name, role, signingOrder]),
        [
          ["Ada Byron", "SIGNER", 1],
          ["Bob", "SIGNER", 2],
          ["Cleo Chief", "APPROVER", 3],
          ["Dan Files", "CC", 4],
        ],
      );
      assert.deepEqual(order.recipients[0]?.fields[0], {
        type: "SIGNATURE",
        identifier: 0,
        page: 1,
        positionX: 10,
        positionY: 80,
        width: 20,
        height: 5,
        fieldMeta: { type: "signature", required: true },
      });
      const types = order.recipients.map(({ fields }) => fields.map(({ type }) => type));
      assert.deepEqual(types, [
        ["SIGNATURE", "TEXT"],
        ["INITIALS", "DROPDOWN", "TEXT"],
        ["SIGNATURE", "CHECKBOX", "DATE"],
        [],
      ]);
      const values = [{ value: "yes" }, { value: "no" }];
      assert.deepInclude(order.recipients[1]?.fields[1]?.["fieldMeta"], { values });
      assert.strictEqual(documenso.requestsOf(DISTRIBUTE).length, 1);
    }),
  );

  it.live("sends a document of 20 MB", () =>
    Effect.gen(function* () {
      const { documenso, provider } = yield* setUp;
      const pdf = pdfOf(20 * 1024 * 1024);
      const { providerId } = yield* provider.createAndSend({ ...ENVELOPE, pdf });
      assert.isTrue(documenso.envelopes.get(providerId)!.document.equals(pdf));
    }),
  );

  it.live("deletes an envelope to which Documenso added fields", () =>
    Effect.gen(function* () {
      const { documenso, provider } = yield* setUp;
      const pdf = pdfOf(2000, "{{signature, r1}}");
      const error = yield* Effect.flip(provider.createAndSend({ ...ENVELOPE, pdf }));
      assert.strictEqual(error._tag, "signature_provider_error");
      assert.include(error.message, "{{signature, r1}}");
      assert.strictEqual(documenso.envelopes.size, 0);
      assert.strictEqual(documenso.requestsOf(DISTRIBUTE).length, 0);
    }),
  );

  it.live("reports an exhausted account, and deletes the draft", () =>
    Effect.gen(function* () {
      const { documenso, provider } = yield* setUp;
      for (const on of [CREATE, DISTRIBUTE]) {
        for (const reply of [
          appError(400, "LIMIT_EXCEEDED"),
          appError(429, "TOO_MANY_REQUESTS"),
          json(402, {}),
          json(400, { message: "Limit", code: "LIMIT_EXCEEDED" }),
        ]) {
          documenso.fail({ on, reply });
          const error = yield* Effect.flip(provider.createAndSend(ENVELOPE));
          assert.strictEqual(error._tag, "signature_credits_exhausted");
        }
      }
      assert.strictEqual(documenso.envelopes.size, 0);
    }),
  );

  it.live("retries 429 responses with Retry-After, and fails on others", () =>
    Effect.gen(function* () {
      const { documenso, provider } = yield* setUp;
      documenso.fail({ on: CREATE, reply: json(429, { error: "Too many requests" }) });
      const error = yield* Effect.flip(provider.createAndSend(ENVELOPE));
      assert.strictEqual(error._tag, "signature_provider_error");
      const reply = { status: 429, headers: { "retry-after": "0" } };
      documenso.fail({ on: CREATE, reply, times: 2 });
      yield* provider.createAndSend(ENVELOPE);
      assert.strictEqual(documenso.envelopes.size, 1);
    }),
  );

  it.live("deletes a draft that it cannot send", () =>
    Effect.gen(function* () {
      const { documenso, withShortTimeout } = yield* setUp;
      for (const failure of [
        { on: DISTRIBUTE, reply: appError(400, "INVALID_REQUEST") },
        { on: DISTRIBUTE, reply: { status: 401 } },
        { on: READ, reply: { status: 500 } },
        { on: READ, reply: json(200, { id: "envelope_1", status: "DRAFT", recipients: [] }) },
        { on: READ, ending: "hang" } as const,
      ]) {
        documenso.fail(failure);
        const error = yield* Effect.flip(withShortTimeout.createAndSend(ENVELOPE));
        assert.strictEqual(error._tag, "signature_provider_error");
        assert.strictEqual(documenso.envelopes.size, 0);
      }
    }),
  );

  it.live("reports the original error if the deletion fails", () =>
    Effect.gen(function* () {
      const { documenso, withShortTimeout } = yield* setUp;
      documenso.fail({ on: DISTRIBUTE, reply: appError(400, "INVALID_REQUEST") });
      documenso.fail({ on: DELETE, reply: { status: 500 } });
      const error = yield* Effect.flip(withShortTimeout.createAndSend(ENVELOPE));
      assert.include(error.message, "Document limit for this month");
      assert.strictEqual(documenso.envelopes.size, 1);
    }),
  );

  it.live("reports unknown outcomes, finds sent envelopes, and sends none twice", () =>
    Effect.gen(function* () {
      const { documenso, withShortTimeout, provider } = yield* setUp;
      const failures = [
        ...([{ ending: "hang" }, { ending: "break" }] as const),
        { reply: { status: 500 } },
        { reply: { status: 504, body: "<html>" } },
      ];
      for (const [index, failure] of failures.entries()) {
        const reference = SignatureRequestId.make(ENVELOPE.reference.replace(/01$/, `1${index}`));
        documenso.fail({ on: DISTRIBUTE, acts: true, ...failure });
        const sending = withShortTimeout.createAndSend({ ...ENVELOPE, reference });
        const error = yield* Effect.flip(sending);
        assert.strictEqual(error._tag, "provider_unanswered");
        const ids = Option.getOrThrow(yield* provider.find({ ...LOOKUP, reference }));
        assert.strictEqual(documenso.envelopes.get(ids.providerId)?.externalId, reference);
        assert.deepEqual(ids.recipientIds, ["1", "2", "3", "4"]);
      }
      assert.strictEqual(documenso.requestsOf(DISTRIBUTE).length, failures.length);
      assert.strictEqual(documenso.requestsOf(DELETE).length, 0);
    }),
  );

  it.live("reports that nothing was sent if the connection is refused", () =>
    Effect.gen(function* () {
      const { documenso } = yield* setUp;
      const port = yield* Effect.scoped(
        Effect.map(
          localServer(() => {}),
          ({ port }) => port,
        ),
      );
      const url = `http://127.0.0.1:${port}`;
      const provider = yield* documensoProvider({ ...documenso.options, url });
      const error = yield* Effect.flip(provider.createAndSend(ENVELOPE));
      assert.strictEqual(error._tag, "signature_provider_error");
    }),
  );
});

describe("documensoProvider().find()", () => {
  it.live("deletes drafts whether or not the version of Documenso searches by reference", () =>
    Effect.gen(function* () {
      const { documenso, withShortTimeout, provider } = yield* setUp;
      for (const searchesReferences of [true, false]) {
        documenso.settings.searchesReferences = searchesReferences;
        documenso.fail({ on: CREATE, acts: true, ending: "hang" });
        const error = yield* Effect.flip(withShortTimeout.createAndSend(ENVELOPE));
        assert.strictEqual(error._tag, "provider_unanswered");
        assert.strictEqual(documenso.envelopes.size, 1);
        assert.isTrue(Option.isNone(yield* provider.find(LOOKUP)));
        assert.strictEqual(documenso.envelopes.size, 0);
      }
    }),
  );

  it.live("finds a sent envelope in a version that does not search by reference", () =>
    Effect.gen(function* () {
      const { documenso, provider } = yield* setUp;
      documenso.settings.searchesReferences = false;
      const ids = yield* provider.createAndSend(ENVELOPE);
      for (let index = 10; index < 99; index++) {
        const reference = SignatureRequestId.make(ENVELOPE.reference.replace(/01$/, `${index}`));
        const envelope = documenso.envelopes.get(ids.providerId)!;
        const id = `envelope_${index}`;
        documenso.envelopes.set(id, { ...envelope, id, externalId: reference });
        documenso.envelopes.set(`${id}b`, { ...envelope, id: `${id}b`, externalId: reference });
      }
      assert.deepEqual(yield* provider.find(LOOKUP), Option.some(ids));
    }),
  );

  it.live("fails while a draft cannot be deleted", () =>
    Effect.gen(function* () {
      const { documenso, withShortTimeout, provider } = yield* setUp;
      documenso.fail({ on: CREATE, acts: true, ending: "hang" });
      yield* Effect.flip(withShortTimeout.createAndSend(ENVELOPE));
      documenso.fail({ on: DELETE, reply: { status: 500 } });
      const error = yield* Effect.flip(provider.find(LOOKUP));
      assert.strictEqual(error._tag, "provider_unavailable");
    }),
  );
});
