import { assert, describe, it } from "@effect/vitest";
import { SignatureRequestId } from "@paraph/core/values";
import { ENVELOPE, pdfOf } from "@paraph/testing/envelope";
import { firmaServer } from "@paraph/testing/firma_server";
import { localServer } from "@paraph/testing/local_server";
import { json } from "@paraph/testing/scripted_server";
import { DateTime, Effect, Option, Schema } from "effect";

import { firmaProvider } from "./firma_provider.ts";

const CREATE = /^POST \/signing-requests\/create-and-send/;
const SOUGHT = { ...ENVELOPE, createdAt: DateTime.makeUnsafe(Date.now()) };

const setUp = Effect.gen(function* () {
  const firma = yield* firmaServer();
  const provider = yield* firmaProvider(firma.options);
  const impatient = yield* firmaProvider({ ...firma.options, patience: "300 millis" });
  return { firma, provider, impatient };
});

const Order = Schema.Record(Schema.String, Schema.Unknown);
const Orders = Schema.Struct({ fields: Schema.Array(Order), recipients: Schema.Array(Order) });

describe("firmaProvider().createAndSend()", () => {
  it.live("sends one request that holds everything, and names the recipients in our order", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      const sent = yield* provider.createAndSend(ENVELOPE);
      const kept = firma.kept.get(sent.providerId)!;
      assert.deepEqual(
        sent.recipientIds,
        kept.users.map(({ id }) => id),
      );
      assert.deepEqual(new Uint8Array(kept.document), new Uint8Array(ENVELOPE.pdf));
      assert.deepEqual([kept.order["name"], kept.order["expiration_hours"]], [ENVELOPE.name, 30]);
      assert.include(kept.description, ENVELOPE.reference);
      assert.notProperty(kept.order, "anchor_tags");
      const { fields, recipients } = yield* Schema.decodeUnknownEffect(Orders)(kept.order);
      assert.deepEqual(recipients[1], {
        id: "temp_2",
        first_name: "Bob",
        email: "Bob@example.com",
        designation: "Signer",
        order: 2,
      });
      // In both ways in which Firma describes places.
      const position = { x: 10, y: 80, width: 20, height: 5 };
      assert.deepEqual(fields[0], {
        recipient_id: "temp_1",
        type: "signature",
        required: true,
        page: 1,
        page_number: 1,
        ...position,
        position,
      });
      assert.deepEqual(
        fields.map(({ type }) => type),
        [
          "signature",
          "text_area",
          "initial",
          "dropdown",
          "text",
          "approval_signature",
          "approval_checkmark",
          "approval_date",
        ],
      );
      assert.deepEqual(fields[3]?.["dropdown_options"], ["yes", "no"]);
      assert.isFalse(fields[1]?.["required"]);
      assert.isTrue(
        fields.every(({ x, y, width, height }) => {
          return Number(x) + Number(width) <= 100 && Number(y) + Number(height) <= 100;
        }),
      );
    }),
  );

  it.live("puts a document of 20 MB into the file store first, without the key", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      const pdf = pdfOf(20 * 1024 * 1024);
      const { providerId } = yield* provider.createAndSend({ ...ENVELOPE, pdf });
      assert.isTrue(firma.kept.get(providerId)!.document.equals(Buffer.from(pdf)));
      const [put] = firma.requestsOf(/^PUT /);
      assert.isUndefined(put?.headers.authorization);
      assert.strictEqual(put?.headers["content-type"], "application/pdf");
    }),
  );

  it.live("tells that credits are exhausted", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      firma.fail({ on: CREATE, reply: json(402, { error: "Insufficient credits" }) });
      const error = yield* Effect.flip(provider.createAndSend(ENVELOPE));
      assert.strictEqual(error._tag, "signature_credits_exhausted");
    }),
  );

  it.live("repeats the provider's words, never the key", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      const error = `ada@example.com is\n<suppressed> ${firma.apiKey} ${"x".repeat(1000)}`;
      firma.fail({ on: CREATE, reply: json(422, { error }) });
      const refusal = yield* Effect.flip(provider.createAndSend(ENVELOPE));
      assert.strictEqual(refusal._tag, "signature_provider_error");
      assert.include(refusal.message, "Firma answered 422: ada@example.com is <suppressed> … x");
      assert.isBelow(refusal.message.length, 400);
      assert.strictEqual(firma.requestsOf(CREATE).length, 1);
    }),
  );

  it.live("waits as long as it is told to, and then sends once", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      const reply = { status: 429, headers: { "retry-after": "0" } };
      firma.fail({ on: CREATE, reply, times: 2 });
      yield* provider.createAndSend(ENVELOPE);
      assert.strictEqual(firma.kept.size, 1);
      assert.strictEqual(firma.requestsOf(CREATE).length, 3);
    }),
  );

  it.live("does not wait for long, or for ever", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      for (const reply of [
        { status: 429, headers: { "retry-after": "21" } },
        { status: 429 },
        { status: 429, headers: { "retry-after": "soon" } },
      ]) {
        firma.fail({ on: CREATE, reply });
        const error = yield* Effect.flip(provider.createAndSend(ENVELOPE));
        assert.strictEqual(error._tag, "signature_provider_error");
      }
      assert.strictEqual(firma.requestsOf(CREATE).length, 3);
      firma.fail({ on: CREATE, times: 9, reply: { status: 429, headers: { "retry-after": "0" } } });
      yield* Effect.flip(provider.createAndSend(ENVELOPE));
      assert.strictEqual(firma.requestsOf(CREATE).length, 6);
      assert.strictEqual(firma.kept.size, 0);
    }),
  );

  it.live("knows what it does not know, finds what was accepted, and sends nothing twice", () =>
    Effect.gen(function* () {
      const { firma, impatient, provider } = yield* setUp;
      const html = { status: 200, body: "<!doctype html><title>Welcome</title>" };
      const faults = [
        ...([{ ending: "hang" }, { ending: "break" }, { ending: "half" }] as const),
        { reply: { status: 500 } },
        { reply: { status: 502, body: "<html>" } },
        { reply: html },
        { reply: json(201, { id: 7 }) },
        { reply: json(201, []) },
        { reply: { status: 201, body: '{"id":"' } },
        { reply: { status: 408 } },
      ];
      for (const [index, fault] of faults.entries()) {
        const reference = ENVELOPE.reference.replace(/01$/, `1${index}`);
        const envelope = { ...ENVELOPE, reference: SignatureRequestId.make(reference) };
        firma.fail({ on: CREATE, acts: true, ...fault });
        const error = yield* Effect.flip(impatient.createAndSend(envelope));
        assert.strictEqual(error._tag, "provider_unanswered", JSON.stringify(fault));
        const found = yield* provider.find({ ...SOUGHT, reference: envelope.reference });
        const { providerId, recipientIds } = Option.getOrThrow(found);
        const kept = firma.kept.get(providerId)!;
        assert.include(kept.description, envelope.reference);
        assert.deepEqual(
          recipientIds,
          kept.users.map(({ id }) => id),
        );
      }
      assert.strictEqual(firma.requestsOf(CREATE).length, faults.length);
      assert.strictEqual(firma.kept.size, faults.length);
    }),
  );

  it.live("is certain that nothing was sent when nobody listens", () =>
    Effect.gen(function* () {
      const { firma } = yield* setUp;
      const port = yield* Effect.scoped(
        Effect.map(
          localServer(() => {}),
          ({ port }) => port,
        ),
      );
      const provider = yield* firmaProvider({ ...firma.options, url: `http://127.0.0.1:${port}` });
      const error = yield* Effect.flip(provider.createAndSend(ENVELOPE));
      assert.strictEqual(error._tag, "signature_provider_error");
    }),
  );

  it.live("is certain that nothing was sent when the document could not be put anywhere", () =>
    Effect.gen(function* () {
      const { firma, impatient } = yield* setUp;
      const envelope = { ...ENVELOPE, pdf: pdfOf(5 * 1024 * 1024) };
      const upload = (upload_url: string) => json(201, { document_id: "d1", upload_url });
      const elsewhere = yield* localServer((_, response) => response.end());
      const careful = yield* firmaProvider({ ...firma.options, allowPrivateNetwork: false });
      for (const fault of [
        { on: /^POST \/documents/, reply: json(400, { error: "Too large" }) },
        { on: /^POST \/documents/, ending: "hang" } as const,
        { on: /^POST \/documents/, reply: json(201, { document_id: "d1" }) },
        { on: /^POST \/documents/, reply: upload("file:///etc/passwd") },
        { on: /^PUT /, reply: { status: 403, body: "<Error>AccessDenied</Error>" } },
        { on: /^PUT /, reply: { status: 307, headers: { location: "http://10.0.0.1/" } } },
        { on: /^PUT /, ending: "break" } as const,
      ]) {
        firma.fail(fault);
        const error = yield* Effect.flip(impatient.createAndSend(envelope));
        assert.strictEqual(error._tag, "signature_provider_error", String(fault.on));
      }
      const reply = upload(`http://127.0.0.1:${elsewhere.port}/`);
      firma.fail({ on: /^POST \/documents/, reply });
      const error = yield* Effect.flip(careful.createAndSend(envelope));
      assert.include(error.message, "not on the public internet");
      assert.strictEqual(elsewhere.connections(), 0);
      assert.strictEqual(firma.requestsOf(CREATE).length, 0);
    }),
  );

  it.live("takes a request for refused that Firma keeps as a draft", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      const reply = json(201, { id: "r1", status: "draft", recipients: [] });
      firma.fail({ on: CREATE, reply });
      const error = yield* Effect.flip(provider.createAndSend(ENVELOPE));
      assert.strictEqual(error._tag, "signature_provider_error");
    }),
  );
});

describe("firmaProvider().find()", () => {
  it.live("finds nothing when nothing was sent", () =>
    Effect.gen(function* () {
      const { provider } = yield* setUp;
      assert.isTrue(Option.isNone(yield* provider.find(SOUGHT)));
    }),
  );

  it.live("takes nobody else's request of the same name", () =>
    Effect.gen(function* () {
      const { provider } = yield* setUp;
      const reference = SignatureRequestId.make(ENVELOPE.reference.replace(/01$/, "77"));
      yield* provider.createAndSend({ ...ENVELOPE, reference });
      assert.isTrue(Option.isNone(yield* provider.find(SOUGHT)));
    }),
  );

  it.live("tells by the recipients where Firma does not repeat the reference", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      firma.settings.hidesDescriptions = true;
      const sent = yield* provider.createAndSend(ENVELOPE);
      const strangers = ENVELOPE.recipients.map((one) => ({ ...one, email: `x.${one.email}` }));
      yield* provider.createAndSend({ ...ENVELOPE, recipients: strangers });
      assert.deepEqual(yield* provider.find(SOUGHT), Option.some(sent));
      // Of two that look the same, neither is taken for the other.
      yield* provider.createAndSend(ENVELOPE);
      const error = yield* Effect.flip(provider.find(SOUGHT));
      assert.strictEqual(error._tag, "provider_unavailable");
    }),
  );

  it.live("does not know when it cannot look", () =>
    Effect.gen(function* () {
      const { firma, impatient } = yield* setUp;
      for (const fault of [
        ...([{ ending: "hang" }, { ending: "break" }] as const),
        { reply: { status: 500 } },
        { reply: { status: 200, body: "<html>" } },
        { reply: json(200, {}) },
        { reply: json(401, { error: "Unauthorized" }) },
      ]) {
        firma.fail({ on: /^GET \/signing-requests/, ...fault });
        const error = yield* Effect.flip(impatient.find(SOUGHT));
        assert.strictEqual(error._tag, "provider_unavailable");
      }
    }),
  );
});
