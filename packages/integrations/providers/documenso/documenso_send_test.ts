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
const SOUGHT = { ...ENVELOPE, createdAt: DateTime.makeUnsafe(Date.now()) };

const setUp = Effect.gen(function* () {
  const documenso = yield* documensoServer();
  const provider = yield* documensoProvider(documenso.options);
  const impatient = yield* documensoProvider({ ...documenso.options, patience: "300 millis" });
  return { documenso, provider, impatient };
});

const Item = Schema.Record(Schema.String, Schema.Unknown);
const Order = Schema.Struct({
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
  it.live("creates an envelope that holds everything, looks at it, and sends it", () =>
    Effect.gen(function* () {
      const { documenso, provider } = yield* setUp;
      const { providerId, recipientIds } = yield* provider.createAndSend(ENVELOPE);
      const kept = documenso.kept.get(providerId)!;
      assert.deepEqual(recipientIds, ["1", "2", "3", "4"]);
      assert.strictEqual(kept.status, "PENDING");
      assert.isTrue(kept.document.equals(ENVELOPE.pdf));
      const order = yield* Schema.decodeUnknownEffect(Order)(kept.order);
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

  it.live("takes a document of 20 MB", () =>
    Effect.gen(function* () {
      const { documenso, provider } = yield* setUp;
      const pdf = pdfOf(20 * 1024 * 1024);
      const { providerId } = yield* provider.createAndSend({ ...ENVELOPE, pdf });
      assert.isTrue(documenso.kept.get(providerId)!.document.equals(pdf));
    }),
  );

  it.live("sends nothing that Documenso has put fields of its own into, and leaves nothing", () =>
    Effect.gen(function* () {
      const { documenso, provider } = yield* setUp;
      const pdf = pdfOf(2000, "{{signature, r1}}");
      const error = yield* Effect.flip(provider.createAndSend({ ...ENVELOPE, pdf }));
      assert.strictEqual(error._tag, "signature_provider_error");
      assert.include(error.message, "{{signature, r1}}");
      assert.strictEqual(documenso.kept.size, 0);
      assert.strictEqual(documenso.requestsOf(DISTRIBUTE).length, 0);
    }),
  );

  it.live("tells that the account may send no more, and leaves nothing", () =>
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
      assert.strictEqual(documenso.kept.size, 0);
    }),
  );

  it.live("takes too many calls for what they are: waits, or says that it was refused", () =>
    Effect.gen(function* () {
      const { documenso, provider } = yield* setUp;
      documenso.fail({ on: CREATE, reply: json(429, { error: "Too many requests" }) });
      const error = yield* Effect.flip(provider.createAndSend(ENVELOPE));
      assert.strictEqual(error._tag, "signature_provider_error");
      const reply = { status: 429, headers: { "retry-after": "0" } };
      documenso.fail({ on: CREATE, reply, times: 2 });
      yield* provider.createAndSend(ENVELOPE);
      assert.strictEqual(documenso.kept.size, 1);
    }),
  );

  it.live("deletes what it has created and cannot send", () =>
    Effect.gen(function* () {
      const { documenso, impatient } = yield* setUp;
      for (const fault of [
        { on: DISTRIBUTE, reply: appError(400, "INVALID_REQUEST") },
        { on: DISTRIBUTE, reply: { status: 401 } },
        { on: READ, reply: { status: 500 } },
        { on: READ, reply: json(200, { id: "envelope_1", status: "DRAFT", recipients: [] }) },
        { on: READ, ending: "hang" } as const,
      ]) {
        documenso.fail(fault);
        const error = yield* Effect.flip(impatient.createAndSend(ENVELOPE));
        assert.strictEqual(error._tag, "signature_provider_error");
        assert.strictEqual(documenso.kept.size, 0);
      }
    }),
  );

  it.live("says the same when even that fails", () =>
    Effect.gen(function* () {
      const { documenso, impatient } = yield* setUp;
      documenso.fail({ on: DISTRIBUTE, reply: appError(400, "INVALID_REQUEST") });
      documenso.fail({ on: DELETE, reply: { status: 500 } });
      const error = yield* Effect.flip(impatient.createAndSend(ENVELOPE));
      assert.include(error.message, "Document limit for this month");
      assert.strictEqual(documenso.kept.size, 1);
    }),
  );

  it.live("knows what it does not know, finds what was sent, and sends nothing twice", () =>
    Effect.gen(function* () {
      const { documenso, impatient, provider } = yield* setUp;
      const faults = [
        ...([{ ending: "hang" }, { ending: "break" }] as const),
        { reply: { status: 500 } },
        { reply: { status: 504, body: "<html>" } },
      ];
      for (const [index, fault] of faults.entries()) {
        const reference = SignatureRequestId.make(ENVELOPE.reference.replace(/01$/, `1${index}`));
        documenso.fail({ on: DISTRIBUTE, acts: true, ...fault });
        const asked = impatient.createAndSend({ ...ENVELOPE, reference });
        const error = yield* Effect.flip(asked);
        assert.strictEqual(error._tag, "provider_unanswered");
        const found = Option.getOrThrow(yield* provider.find({ ...SOUGHT, reference }));
        assert.strictEqual(documenso.kept.get(found.providerId)?.externalId, reference);
        assert.deepEqual(found.recipientIds, ["1", "2", "3", "4"]);
      }
      assert.strictEqual(documenso.requestsOf(DISTRIBUTE).length, faults.length);
      assert.strictEqual(documenso.requestsOf(DELETE).length, 0);
    }),
  );

  it.live("is certain that nothing was sent when nobody listens", () =>
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
  it.live("deletes what was begun and not sent, whatever the version searches by", () =>
    Effect.gen(function* () {
      const { documenso, impatient, provider } = yield* setUp;
      for (const searchesReferences of [true, false]) {
        documenso.settings.searchesReferences = searchesReferences;
        documenso.fail({ on: CREATE, acts: true, ending: "hang" });
        const error = yield* Effect.flip(impatient.createAndSend(ENVELOPE));
        assert.strictEqual(error._tag, "provider_unanswered");
        assert.strictEqual(documenso.kept.size, 1);
        assert.isTrue(Option.isNone(yield* provider.find(SOUGHT)));
        assert.strictEqual(documenso.kept.size, 0);
      }
    }),
  );

  it.live("finds what was sent in a version that does not search by references", () =>
    Effect.gen(function* () {
      const { documenso, provider } = yield* setUp;
      documenso.settings.searchesReferences = false;
      const sent = yield* provider.createAndSend(ENVELOPE);
      for (let index = 10; index < 99; index++) {
        const reference = SignatureRequestId.make(ENVELOPE.reference.replace(/01$/, `${index}`));
        const kept = documenso.kept.get(sent.providerId)!;
        const id = `envelope_${index}`;
        documenso.kept.set(id, { ...kept, id, externalId: reference });
        documenso.kept.set(`${id}b`, { ...kept, id: `${id}b`, externalId: reference });
      }
      assert.deepEqual(yield* provider.find(SOUGHT), Option.some(sent));
    }),
  );

  it.live("does not know while a draft stays behind", () =>
    Effect.gen(function* () {
      const { documenso, impatient, provider } = yield* setUp;
      documenso.fail({ on: CREATE, acts: true, ending: "hang" });
      yield* Effect.flip(impatient.createAndSend(ENVELOPE));
      documenso.fail({ on: DELETE, reply: { status: 500 } });
      const error = yield* Effect.flip(provider.find(SOUGHT));
      assert.strictEqual(error._tag, "provider_unavailable");
    }),
  );
});
