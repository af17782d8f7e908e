import { assert, describe, it } from "@effect/vitest";
import { SignatureRequestId } from "@paraph/core/values";
import { ENVELOPE, pdfOf } from "@paraph/testing/envelope";
import { firmaServer } from "@paraph/testing/firma_server";
import { localServer } from "@paraph/testing/local_server";
import { json } from "@paraph/testing/scripted_server";
import { DateTime, Effect, Option, Schema } from "effect";

import { firmaProvider } from "./firma_provider.ts";

const CREATE = /^POST \/signing-requests\/create-and-send/;
const LOOKUP = { ...ENVELOPE, createdAt: DateTime.makeUnsafe(Date.now()) };

const setUp = Effect.gen(function* () {
  const firma = yield* firmaServer();
  const provider = yield* firmaProvider(firma.options);
  const withShortTimeout = yield* firmaProvider({ ...firma.options, timeout: "300 millis" });
  return { firma, provider, withShortTimeout };
});

const Order = Schema.Record(Schema.String, Schema.Unknown);
const Orders = Schema.Struct({ fields: Schema.Array(Order), recipients: Schema.Array(Order) });

describe("firmaProvider().createAndSend()", () => {
  it.live("sends one request with all fields, and returns the recipients in order", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      const ids = yield* provider.createAndSend(ENVELOPE);
      const request = firma.requestsById.get(ids.providerId)!;
      assert.deepEqual(
        ids.recipientIds,
        request.users.map(({ id }) => id),
      );
      assert.deepEqual(new Uint8Array(request.document), new Uint8Array(ENVELOPE.pdf));
      assert.deepEqual(
        [request.order["name"], request.order["expiration_hours"]],
        [ENVELOPE.name, 30],
      );
      assert.include(request.description, ENVELOPE.reference);
      assert.notProperty(request.order, "anchor_tags");
      const { fields, recipients } = yield* Schema.decodeUnknownEffect(Orders)(request.order);
      assert.deepEqual(recipients[1], {
        id: "temp_2",
        first_name: "Bob",
        email: "Bob@example.com",
        designation: "Signer",
        order: 2,
      });
      // In both formats of positions.
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

  it.live("uploads a document of 20 MB to the file store first, without the key", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      const pdf = pdfOf(20 * 1024 * 1024);
      const { providerId } = yield* provider.createAndSend({ ...ENVELOPE, pdf });
      assert.isTrue(firma.requestsById.get(providerId)!.document.equals(Buffer.from(pdf)));
      const [put] = firma.requestsOf(/^PUT /);
      assert.isUndefined(put?.headers.authorization);
      assert.strictEqual(put?.headers["content-type"], "application/pdf");
    }),
  );

  it.live("reports exhausted credits", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      firma.fail({ on: CREATE, reply: json(402, { error: "Insufficient credits" }) });
      const error = yield* Effect.flip(provider.createAndSend(ENVELOPE));
      assert.strictEqual(error._tag, "signature_credits_exhausted");
    }),
  );

  it.live("quotes the provider's message without the key", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      const error = `ada@example.com is\n<suppressed> ${firma.apiKey} ${"x".repeat(1000)}`;
      firma.fail({ on: CREATE, reply: json(422, { error }) });
      const refusal = yield* Effect.flip(provider.createAndSend(ENVELOPE));
      assert.strictEqual(refusal._tag, "signature_provider_error");
      assert.include(
        refusal.message,
        "Firma responded with 422: ada@example.com is <suppressed> … x",
      );
      assert.isBelow(refusal.message.length, 400);
      assert.strictEqual(firma.requestsOf(CREATE).length, 1);
    }),
  );

  it.live("waits for Retry-After, then sends once", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      const reply = { status: 429, headers: { "retry-after": "0" } };
      firma.fail({ on: CREATE, reply, times: 2 });
      yield* provider.createAndSend(ENVELOPE);
      assert.strictEqual(firma.requestsById.size, 1);
      assert.strictEqual(firma.requestsOf(CREATE).length, 3);
    }),
  );

  it.live("limits the waiting time", () =>
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
      assert.strictEqual(firma.requestsById.size, 0);
    }),
  );

  it.live("reports unknown outcomes, finds accepted requests, and sends none twice", () =>
    Effect.gen(function* () {
      const { firma, withShortTimeout, provider } = yield* setUp;
      const html = { status: 200, body: "<!doctype html><title>Welcome</title>" };
      const failures = [
        ...([{ ending: "hang" }, { ending: "break" }, { ending: "half" }] as const),
        { reply: { status: 500 } },
        { reply: { status: 502, body: "<html>" } },
        { reply: html },
        { reply: json(201, { id: 7 }) },
        { reply: json(201, []) },
        { reply: { status: 201, body: '{"id":"' } },
        { reply: { status: 408 } },
      ];
      for (const [index, failure] of failures.entries()) {
        const reference = ENVELOPE.reference.replace(/01$/, `1${index}`);
        const envelope = { ...ENVELOPE, reference: SignatureRequestId.make(reference) };
        firma.fail({ on: CREATE, acts: true, ...failure });
        const error = yield* Effect.flip(withShortTimeout.createAndSend(envelope));
        assert.strictEqual(error._tag, "provider_unanswered", JSON.stringify(failure));
        const match = yield* provider.find({ ...LOOKUP, reference: envelope.reference });
        const { providerId, recipientIds } = Option.getOrThrow(match);
        const request = firma.requestsById.get(providerId)!;
        assert.include(request.description, envelope.reference);
        assert.deepEqual(
          recipientIds,
          request.users.map(({ id }) => id),
        );
      }
      assert.strictEqual(firma.requestsOf(CREATE).length, failures.length);
      assert.strictEqual(firma.requestsById.size, failures.length);
    }),
  );

  it.live("reports that nothing was sent if the connection is refused", () =>
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

  it.live("reports that nothing was sent if the upload fails", () =>
    Effect.gen(function* () {
      const { firma, withShortTimeout } = yield* setUp;
      const envelope = { ...ENVELOPE, pdf: pdfOf(5 * 1024 * 1024) };
      const upload = (upload_url: string) => json(201, { document_id: "d1", upload_url });
      const internalServer = yield* localServer((_, response) => response.end());
      const restrictedProvider = yield* firmaProvider({
        ...firma.options,
        allowPrivateNetwork: false,
      });
      for (const failure of [
        { on: /^POST \/documents/, reply: json(400, { error: "Too large" }) },
        { on: /^POST \/documents/, ending: "hang" } as const,
        { on: /^POST \/documents/, reply: json(201, { document_id: "d1" }) },
        { on: /^POST \/documents/, reply: upload("file:///etc/passwd") },
        { on: /^PUT /, reply: { status: 403, body: "<Error>AccessDenied</Error>" } },
        { on: /^PUT /, reply: { status: 307, headers: { location: "http://10.0.0.1/" } } },
        { on: /^PUT /, ending: "break" } as const,
      ]) {
        firma.fail(failure);
        const error = yield* Effect.flip(withShortTimeout.createAndSend(envelope));
        assert.strictEqual(error._tag, "signature_provider_error", String(failure.on));
      }
      const reply = upload(`http://127.0.0.1:${internalServer.port}/`);
      firma.fail({ on: /^POST \/documents/, reply });
      const error = yield* Effect.flip(restrictedProvider.createAndSend(envelope));
      assert.include(error.message, "not on the public internet");
      assert.strictEqual(internalServer.connections(), 0);
      assert.strictEqual(firma.requestsOf(CREATE).length, 0);
    }),
  );

  it.live("treats a request that stays a draft as rejected", () =>
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
  it.live("finds nothing if nothing was sent", () =>
    Effect.gen(function* () {
      const { provider } = yield* setUp;
      assert.isTrue(Option.isNone(yield* provider.find(LOOKUP)));
    }),
  );

  it.live("ignores other requests of the same name", () =>
    Effect.gen(function* () {
      const { provider } = yield* setUp;
      const reference = SignatureRequestId.make(ENVELOPE.reference.replace(/01$/, "77"));
      yield* provider.createAndSend({ ...ENVELOPE, reference });
      assert.isTrue(Option.isNone(yield* provider.find(LOOKUP)));
    }),
  );

  it.live("compares recipients if Firma does not return the reference", () =>
    Effect.gen(function* () {
      const { firma, provider } = yield* setUp;
      firma.settings.hidesDescriptions = true;
      const ids = yield* provider.createAndSend(ENVELOPE);
      const otherRecipients = ENVELOPE.recipients.map((one) => ({
        ...one,
        email: `x.${one.email}`,
      }));
      yield* provider.createAndSend({ ...ENVELOPE, recipients: otherRecipients });
      assert.deepEqual(yield* provider.find(LOOKUP), Option.some(ids));
      // If two requests match, neither is chosen.
      yield* provider.createAndSend(ENVELOPE);
      const error = yield* Effect.flip(provider.find(LOOKUP));
      assert.strictEqual(error._tag, "provider_unavailable");
    }),
  );

  it.live("fails if the lookup fails", () =>
    Effect.gen(function* () {
      const { firma, withShortTimeout } = yield* setUp;
      for (const failure of [
        ...([{ ending: "hang" }, { ending: "break" }] as const),
        { reply: { status: 500 } },
        { reply: { status: 200, body: "<html>" } },
        { reply: json(200, {}) },
        { reply: json(401, { error: "Unauthorized" }) },
      ]) {
        firma.fail({ on: /^GET \/signing-requests/, ...failure });
        const error = yield* Effect.flip(withShortTimeout.find(LOOKUP));
        assert.strictEqual(error._tag, "provider_unavailable");
      }
    }),
  );
});
