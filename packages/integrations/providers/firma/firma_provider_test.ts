import { assert, describe, it } from "@effect/vitest";
import { ENVELOPE } from "@paraph/testing/envelope";
import { firmaServer } from "@paraph/testing/firma_server";
import { localServer } from "@paraph/testing/local_server";
import { json } from "@paraph/testing/scripted_server";
import { Effect, Option } from "effect";

import { firmaProvider } from "./firma_provider.ts";

const SIGNERS = ["ada@example.com", "Bob@example.com", "cleo@example.com"];

const setUp = Effect.gen(function* () {
  const firma = yield* firmaServer();
  const provider = yield* firmaProvider(firma.options);
  const { providerId, recipientIds } = yield* provider.createAndSend(ENVELOPE);
  const signAll = Effect.forEach(SIGNERS, (email) => firma.sign(providerId, email));
  return { firma, provider, providerId, recipientIds, completed: signAll };
});

describe("firmaProvider().snapshot()", () => {
  it.live("reports nothing for a pending request", () =>
    Effect.gen(function* () {
      const { provider, providerId } = yield* setUp;
      assert.deepEqual(yield* provider.snapshot(providerId), []);
    }),
  );

  it.live("reports signatures, then the completion", () =>
    Effect.gen(function* () {
      const { provider, providerId, recipientIds, completed } = yield* setUp;
      yield* completed;
      const reports = yield* provider.snapshot(providerId);
      assert.deepEqual(
        reports.map((report) => [report.kind, "recipientId" in report && report.recipientId]),
        [...recipientIds.slice(0, 3).map((id) => ["signed", id]), ["completed", false]],
      );
    }),
  );

  it.live("reports the recipient who declined, with the reason", () =>
    Effect.gen(function* () {
      const { firma, provider, providerId, recipientIds } = yield* setUp;
      yield* firma.decline(providerId, "ada@example.com", "The rent is wrong\0");
      const [report] = yield* provider.snapshot(providerId);
      const recipientId = recipientIds[0]!;
      const reason = "The rent is wrong\ufffd";
      assert.deepInclude(report, { kind: "declined", recipientId, reason });
    }),
  );

  it.live("reports expiry and cancellation; a finished request stays finished", () =>
    Effect.gen(function* () {
      const { firma, provider, providerId } = yield* setUp;
      yield* firma.expire(providerId);
      assert.strictEqual((yield* provider.snapshot(providerId)).at(-1)?.kind, "expired");
      const request = firma.requestsById.get(providerId)!;
      request.status = { ...request.status, cancelled: true };
      assert.strictEqual((yield* provider.snapshot(providerId)).at(-1)?.kind, "cancelled");
      request.status = { ...request.status, finished: true };
      assert.strictEqual((yield* provider.snapshot(providerId)).at(-1)?.kind, "completed");
    }),
  );

  it.live("fails for responses of another shape", () =>
    Effect.gen(function* () {
      const { firma, provider, providerId } = yield* setUp;
      for (const reply of [
        json(200, { id: providerId, status: "sent" }),
        json(200, { id: providerId, status: { finished: "yes" } }),
        json(200, { id: providerId, status: {}, timestamps: { finished_on: "yesterday" } }),
        json(404, { error: "Not found" }),
        { status: 200, body: "{" },
        { status: 200, body: "x".repeat(9 * 1024 * 1024) },
        { status: 302 },
      ]) {
        firma.fail({ on: new RegExp(`^GET /signing-requests/${providerId}$`), reply });
        const error = yield* Effect.flip(provider.snapshot(providerId));
        assert.strictEqual(error._tag, "provider_unavailable");
      }
    }),
  );
});

describe("firmaProvider().cancel()", () => {
  it.live("cancels once", () =>
    Effect.gen(function* () {
      const { firma, provider, providerId } = yield* setUp;
      yield* provider.cancel(providerId, "No longer needed");
      const [request] = firma.requestsOf(/\/cancel$/);
      assert.include(request?.body.toString(), '"reason":"No longer needed"');
      const error = yield* Effect.flip(provider.cancel(providerId, null));
      assert.strictEqual(error._tag, "already_ended");
    }),
  );

  it.live("fails without a response", () =>
    Effect.gen(function* () {
      const { firma, provider, providerId } = yield* setUp;
      firma.fail({ on: /\/cancel$/, ending: "break" });
      const error = yield* Effect.flip(provider.cancel(providerId, null));
      assert.strictEqual(error._tag, "provider_unavailable");
    }),
  );
});

describe("firmaProvider().documents()", () => {
  it.live("is not ready before all recipients have signed", () =>
    Effect.gen(function* () {
      const { firma, provider, providerId } = yield* setUp;
      yield* firma.sign(providerId, "ada@example.com");
      const error = yield* Effect.flip(provider.documents(providerId));
      assert.strictEqual(error._tag, "not_ready_yet");
      assert.strictEqual(firma.requestsOf(/\/store\//).length, 0);
    }),
  );

  it.live("returns the document before the certificate is available", () =>
    Effect.gen(function* () {
      const { firma, provider, providerId, completed } = yield* setUp;
      yield* completed;
      const before = yield* provider.documents(providerId);
      assert.include(Buffer.from(before.signed).toString(), "% signed");
      assert.isNull(before.certificate);
      const error = yield* Effect.flip(provider.certificate(providerId));
      assert.strictEqual(error._tag, "not_ready_yet");
      yield* firma.certify(providerId);
      const after = yield* provider.documents(providerId);
      assert.deepEqual(after.certificate, yield* provider.certificate(providerId));
      assert.include(Buffer.from(after.certificate!).toString(), "% certificate");
      for (const { headers } of firma.requestsOf(/^GET \/store\//)) {
        assert.isUndefined(headers.authorization);
      }
    }),
  );

  it.live("is not ready while the document is created", () =>
    Effect.gen(function* () {
      const { firma, provider, providerId, completed } = yield* setUp;
      yield* completed;
      for (const status of [409, 503]) {
        const reply = { status, headers: { "retry-after": "30" } };
        firma.fail({ on: /\/download$/, reply });
        const error = yield* Effect.flip(provider.documents(providerId));
        assert.strictEqual(error._tag, "not_ready_yet");
      }
    }),
  );

  it.live("accepts only a complete PDF", () =>
    Effect.gen(function* () {
      const { firma, provider, providerId, completed } = yield* setUp;
      yield* completed;
      for (const failure of [
        ...([{ ending: "half" }, { ending: "break" }] as const),
        { reply: { status: 403, body: "<Error>Request has expired</Error>" } },
        { reply: { status: 200, body: "<!doctype html>" } },
        { reply: { status: 200, body: "%PDF-1.7\nhalf of" } },
        { reply: { status: 200, body: "" } },
      ]) {
        firma.fail({ on: /^GET \/store\/signed/, ...failure });
        const error = yield* Effect.flip(provider.documents(providerId));
        assert.strictEqual(error._tag, "provider_unavailable", JSON.stringify(failure));
      }
      yield* provider.documents(providerId);
    }),
  );

  it.live("reads a document of 21 MB", () =>
    Effect.gen(function* () {
      const { firma, provider, providerId, completed } = yield* setUp;
      yield* completed;
      const body = Buffer.concat([
        Buffer.alloc(21 * 1024 * 1024, "%PDF-1.7 "),
        Buffer.from("%%EOF"),
      ]);
      firma.fail({ on: /^GET \/store\/signed/, reply: { status: 200, body } });
      const { signed } = yield* provider.documents(providerId);
      assert.isTrue(body.equals(signed));
    }),
  );

  it.live("rejects redirects into private networks, to files and in loops", () =>
    Effect.gen(function* () {
      const { firma, providerId, completed } = yield* setUp;
      const restrictedProvider = yield* firmaProvider({
        ...firma.options,
        allowPrivateNetwork: false,
      });
      const openProvider = yield* firmaProvider(firma.options);
      yield* completed;
      const internal = yield* localServer((_, response) => response.end("%PDF-1.7 secret %%EOF"));
      const internalUrl = `http://127.0.0.1:${internal.port}/`;
      const locations = [
        internalUrl,
        "http://10.0.0.1/",
        "file:///etc/passwd",
        "ftp://x.test/",
        "",
        "//[",
      ];
      for (const location of locations) {
        const reply = { status: 302, headers: { location } };
        // An empty location redirects to the same URL.
        firma.fail({ on: /^GET \/store\/signed/, reply, times: location === "" ? 4 : 1 });
        const redirectError = yield* Effect.flip(restrictedProvider.documents(providerId));
        assert.strictEqual(redirectError._tag, "provider_unavailable", location);
        const download = { status: "finished", is_partial: false, download_url: location };
        firma.fail({ on: /\/download$/, reply: json(200, download) });
        const directError = yield* Effect.flip(restrictedProvider.documents(providerId));
        assert.strictEqual(directError._tag, "provider_unavailable", location);
      }
      assert.strictEqual(internal.connections(), 0);
      const download = { status: "finished", is_partial: false, download_url: internalUrl };
      firma.fail({ on: /\/download$/, reply: json(200, download) });
      const { signed } = yield* openProvider.documents(providerId);
      assert.include(Buffer.from(signed).toString(), "secret");
    }),
  );

  it.live("limits the time of every call", () =>
    Effect.gen(function* () {
      const { firma, providerId, completed } = yield* setUp;
      const withShortTimeout = yield* firmaProvider({ ...firma.options, timeout: "200 millis" });
      yield* completed;
      firma.fail({ on: /^GET \/store\/signed/, ending: "hang" });
      const result = yield* Effect.timeoutOption(
        Effect.flip(withShortTimeout.documents(providerId)),
        "20 seconds",
      );
      assert.strictEqual(Option.getOrThrow(result)._tag, "provider_unavailable");
    }),
  );
});
