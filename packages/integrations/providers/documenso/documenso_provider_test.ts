import { assert, describe, it } from "@effect/vitest";
import { documensoServer } from "@paraph/testing/documenso_server";
import { ENVELOPE } from "@paraph/testing/envelope";
import { localServer } from "@paraph/testing/local_server";
import { json } from "@paraph/testing/scripted_server";
import { Effect } from "effect";

import { documensoProvider } from "./documenso_provider.ts";

const SIGNERS = ["ada@example.com", "Bob@example.com", "cleo@example.com"];

const sentEnvelope = Effect.gen(function* () {
  const documenso = yield* documensoServer();
  const provider = yield* documensoProvider(documenso.options);
  const { providerId, recipientIds } = yield* provider.createAndSend(ENVELOPE);
  const completed = Effect.forEach(SIGNERS, (email) => documenso.sign(providerId, email));
  return { documenso, provider, providerId, recipientIds, completed };
});

describe("documensoProvider().snapshot()", () => {
  it.live("reports nothing for a pending envelope with a CC", () =>
    Effect.gen(function* () {
      const { provider, providerId } = yield* sentEnvelope;
      assert.deepEqual(yield* provider.snapshot(providerId), []);
    }),
  );

  it.live("reports views and signatures, then the completion", () =>
    Effect.gen(function* () {
      const { documenso, provider, providerId, completed } = yield* sentEnvelope;
      yield* documenso.view(providerId, "ada@example.com");
      const [report, ...others] = yield* provider.snapshot(providerId);
      assert.deepInclude(report, { kind: "viewed", recipientId: "1" });
      assert.deepEqual(others, []);
      yield* completed;
      const reports = yield* provider.snapshot(providerId);
      const kinds = ["viewed", "signed", "viewed", "signed", "viewed", "signed", "completed"];
      assert.deepEqual(
        reports.map(({ kind }) => kind),
        kinds,
      );
    }),
  );

  it.live("reports the recipient who declined, with the reason", () =>
    Effect.gen(function* () {
      const { documenso, provider, providerId } = yield* sentEnvelope;
      yield* documenso.decline(providerId, "ada@example.com", "x".repeat(600));
      const report = (yield* provider.snapshot(providerId)).at(-1);
      assert.deepInclude(report, { kind: "declined", recipientId: "1", reason: "x".repeat(500) });
    }),
  );

  it.live("fails for responses of another shape", () =>
    Effect.gen(function* () {
      const { documenso, provider, providerId } = yield* sentEnvelope;
      for (const reply of [
        json(200, { id: providerId, status: "PENDING" }),
        json(200, { id: providerId, status: null, recipients: [] }),
        json(200, { id: "../../x", status: "PENDING", recipients: [] }),
        { status: 200, body: "<html>" },
        { status: 404 },
        { status: 301 },
      ]) {
        documenso.fail({ on: /^GET \/api\/v2\/envelope\/envelope_/, reply });
        const error = yield* Effect.flip(provider.snapshot(providerId));
        assert.strictEqual(error._tag, "provider_unavailable");
      }
    }),
  );
});

describe("documensoProvider().cancel()", () => {
  it.live("cancels once", () =>
    Effect.gen(function* () {
      const { provider, providerId } = yield* sentEnvelope;
      yield* provider.cancel(providerId, "No longer needed");
      assert.strictEqual((yield* provider.snapshot(providerId)).at(-1)?.kind, "cancelled");
      const error = yield* Effect.flip(provider.cancel(providerId, null));
      assert.strictEqual(error._tag, "already_ended");
    }),
  );

  it.live("tells failed cancellations from ended envelopes", () =>
    Effect.gen(function* () {
      const { documenso, provider, providerId } = yield* sentEnvelope;
      documenso.fail({ on: /\/cancel$/, reply: json(400, { message: "No permission" }) });
      const error = yield* Effect.flip(provider.cancel(providerId, null));
      assert.strictEqual(error._tag, "provider_unavailable");
      assert.include(error.message, "No permission");
    }),
  );
});

describe("documensoProvider().documents()", () => {
  it.live("downloads nothing before all recipients have signed", () =>
    Effect.gen(function* () {
      const { documenso, provider, providerId } = yield* sentEnvelope;
      yield* documenso.sign(providerId, "ada@example.com");
      const error = yield* Effect.flip(provider.documents(providerId));
      assert.strictEqual(error._tag, "not_ready_yet");
      assert.strictEqual(documenso.requestsOf(/\/download/).length, 0);
    }),
  );

  it.live("returns the document, and the certificate if it is available", () =>
    Effect.gen(function* () {
      const { documenso, provider, providerId, completed } = yield* sentEnvelope;
      yield* completed;
      documenso.settings.hasCertificates = false;
      const before = yield* provider.documents(providerId);
      assert.include(Buffer.from(before.signed).toString(), "% signed");
      assert.isNull(before.certificate);
      const error = yield* Effect.flip(provider.certificate(providerId));
      assert.strictEqual(error._tag, "not_ready_yet");
      documenso.settings.hasCertificates = true;
      const after = yield* provider.documents(providerId);
      assert.include(Buffer.from(after.certificate!).toString(), "% certificate");
      const [download] = documenso.requestsOf(/\/download/);
      assert.include(download?.path, "?version=signed");
    }),
  );

  it.live("accepts only a complete PDF", () =>
    Effect.gen(function* () {
      const { documenso, provider, providerId, completed } = yield* sentEnvelope;
      yield* completed;
      for (const failure of [
        ...([{ ending: "half" }, { ending: "break" }] as const),
        { reply: json(200, {}) },
        { reply: { status: 200, body: "%PDF-1.7 half of" } },
      ]) {
        documenso.fail({ on: /\/envelope\/item\//, ...failure });
        const error = yield* Effect.flip(provider.documents(providerId));
        assert.strictEqual(error._tag, "provider_unavailable");
      }
    }),
  );

  it.live("follows redirects without the key, and never into a private network", () =>
    Effect.gen(function* () {
      const { documenso, provider, providerId, completed } = yield* sentEnvelope;
      yield* completed;
      const keys: Array<string | undefined> = [];
      const store = yield* localServer(({ headers }, response) => {
        keys.push(headers.authorization);
        response.end("%PDF-1.7 stored %%EOF");
      });
      const reply = { status: 302, headers: { location: `http://127.0.0.1:${store.port}/a.pdf` } };
      documenso.fail({ on: /\/envelope\/item\//, reply });
      const { signed } = yield* provider.documents(providerId);
      assert.include(Buffer.from(signed).toString(), "stored");
      assert.deepEqual(keys, [undefined]);
      const restrictedProvider = yield* documensoProvider({
        ...documenso.options,
        allowPrivateNetwork: false,
      });
      documenso.fail({ on: /\/envelope\/item\//, reply });
      const error = yield* Effect.flip(restrictedProvider.documents(providerId));
      assert.strictEqual(error._tag, "provider_unavailable");
      assert.strictEqual(store.connections(), 1);
    }),
  );
});

describe("documensoProvider().readCallback()", () => {
  const encode = (body: string) => new TextEncoder().encode(body);

  it.live("requests a lookup of the envelope, and stores no signing tokens", () =>
    Effect.gen(function* () {
      const { documenso, provider, providerId, completed } = yield* sentEnvelope;
      yield* completed;
      const tokens = documenso.envelopes.get(providerId)!.recipients.map(({ token }) => token);
      const reports = yield* Effect.forEach(documenso.callbacks, ({ headers, body }) =>
        provider.readCallback(headers, encode(body)),
      );
      assert.strictEqual(reports.flat().length, documenso.callbacks.length);
      for (const report of reports.flat()) {
        assert.deepInclude(report, { providerId, report: null });
        const receivedText = JSON.stringify(report.received);
        assert.isFalse(tokens.some((token) => receivedText.includes(token)));
      }
      const keys = new Set(reports.flat().map(({ key }) => key));
      assert.strictEqual(keys.size, documenso.callbacks.length);
      const { headers, body } = documenso.callbacks[0]!;
      const [again] = yield* provider.readCallback(headers, encode(body));
      assert.strictEqual(again?.key, reports[0]?.[0]?.key);
    }),
  );

  it.live(
    "rejects callbacks without the secret, and all callbacks if no secret is configured",
    () =>
      Effect.gen(function* () {
        const { documenso, provider, providerId } = yield* sentEnvelope;
        yield* documenso.view(providerId, "ada@example.com");
        const { body } = documenso.callbacks[0]!;
        const secret = documenso.webhookSecret;
        const withoutSecret = yield* documensoProvider({
          ...documenso.options,
          webhookSecret: undefined,
        });
        for (const [receiver, headerSecret] of [
          ...([
            [provider, ""],
            [provider, undefined],
            [provider, `${secret}x`],
          ] as const),
          ...([
            [provider, secret.slice(1)],
            [withoutSecret, secret],
            [withoutSecret, ""],
            [withoutSecret, undefined],
          ] as const),
        ]) {
          const headers = { "x-documenso-secret": headerSecret };
          const error = yield* Effect.flip(receiver.readCallback(headers, encode(body)));
          assert.isFalse(error.authentic);
        }
      }),
  );

  it.live("ignores other events, and rejects invalid bodies", () =>
    Effect.gen(function* () {
      const { documenso, provider } = yield* sentEnvelope;
      const headers = { "x-documenso-secret": documenso.webhookSecret };
      const payload = { envelopeId: "envelope_1" };
      for (const event of ["DOCUMENT_CREATED", "DOCUMENT_SENT", "TEMPLATE_CREATED"]) {
        const body = encode(JSON.stringify({ event, payload }));
        assert.deepEqual(yield* provider.readCallback(headers, body), []);
      }
      for (const body of ["", "{", "null", "[]", "{}", '{"event":"DOCUMENT_SIGNED"}']) {
        const error = yield* Effect.flip(provider.readCallback(headers, encode(body)));
        assert.isTrue(error.authentic, body);
      }
    }),
  );
});
