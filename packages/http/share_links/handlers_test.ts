import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { SqlClient } from "effect/sql";

import { apiServer, ApiServer, apiServerWith } from "../_testing/api_server.ts";
import { codeOf } from "../_testing/body.ts";
import { recordedSpans, wholeText } from "../_testing/recorded_spans.ts";
import { call, DOCUMENT, sharedDocument, visit } from "../_testing/shared_document.ts";

/** Makes a share expire. */
const expire = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`UPDATE shares SET expires_at = now() - interval '1 second' WHERE id = ${id}`;
});

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })("/share/{token}", (it) => {
  describe("the page", () => {
    it.effect("records a view, once in 5 minutes per client address", () =>
      Effect.gen(function* () {
        const { share, summary } = yield* sharedDocument;
        const { id, page } = yield* share();
        const agent = '<img src=x onerror="alert(1)"> Évian';
        const latin1 = Buffer.from(agent).toString("latin1");
        const response = yield* visit(page, { "user-agent": latin1 });
        assert.strictEqual(response.status, 200);
        assert.match(String(response.headers["content-type"]), /^text\/html/);
        yield* visit(page);
        const { counts, linkOpens, recent } = yield* summary;
        assert.deepStrictEqual([counts["viewed"], linkOpens], [1, 1]);
        assert.deepInclude(recent[0], {
          eventType: "viewed",
          actorKind: "recipient",
          shareId: id,
          sourceIp: "127.0.0.1",
          userAgent: agent,
          metadata: null,
        });
      }),
    );

    it.effect("is not cached or indexed", () =>
      Effect.gen(function* () {
        const { share } = yield* sharedDocument;
        const { id, page } = yield* share();
        const open = yield* visit(page);
        yield* expire(id);
        for (const { headers } of [open, yield* visit(page), yield* visit("/share/unknown")]) {
          assert.strictEqual(headers["cache-control"], "no-store");
          assert.strictEqual(headers["referrer-policy"], "no-referrer");
          assert.include(headers["x-robots-tag"], "noindex");
          assert.include(headers["content-security-policy"], "default-src 'none'");
        }
      }),
    );

    it.effect("records no view of bots and prefetching", () =>
      Effect.gen(function* () {
        const { share, count } = yield* sharedDocument;
        const { page } = yield* share();
        assert.strictEqual((yield* visit(page, {}, { method: "HEAD" })).status, 200);
        const headers = [{ "sec-purpose": "prefetch" }, { "user-agent": "Slackbot 1.0" }];
        for (const preview of headers) {
          assert.strictEqual((yield* visit(page, preview)).status, 200);
          yield* visit(`${page}/document.pdf?download=1`, preview);
          const event = { method: "POST", json: { eventType: "viewed" } };
          assert.deepStrictEqual((yield* visit(`${page}/events`, preview, event)).json, {
            recorded: false,
          });
        }
        assert.deepStrictEqual([yield* count("viewed"), yield* count("downloaded")], [0, 0]);
      }),
    );

    it.effect("escapes the sender's message", () =>
      Effect.gen(function* () {
        const { share } = yield* sharedDocument;
        const message = '</p><script>alert("1")</script><img src=x onerror=alert(1)>\u2028&amp;';
        const { page } = yield* share({ message });
        const { text } = yield* visit(page);
        assert.notInclude(text, "<script>alert");
        assert.notInclude(text, "<img src=x");
      }),
    );
  });

  describe("the document", () => {
    it.effect("records a download only if it is saved", () =>
      Effect.gen(function* () {
        const { share, count, etag } = yield* sharedDocument;
        const { page } = yield* share();
        const inline = yield* visit(`${page}/document.pdf`);
        assert.deepStrictEqual([inline.status, inline.bytes], [200, DOCUMENT]);
        assert.strictEqual(inline.headers["content-type"], "application/pdf");
        assert.match(String(inline.headers["content-disposition"]), /^inline; /);
        assert.strictEqual(inline.headers["cache-control"], "private, no-cache");
        assert.include(inline.headers["x-robots-tag"], "noindex");
        assert.strictEqual(inline.headers.etag, etag);
        assert.strictEqual(yield* count("downloaded"), 0);
        const download = yield* visit(`${page}/document.pdf?download=1`);
        assert.deepStrictEqual(download.bytes, DOCUMENT);
        assert.match(
          String(download.headers["content-disposition"]),
          /^attachment; filename="[^"]+\.pdf"; filename\*=UTF-8''/,
        );
        assert.strictEqual(yield* count("downloaded"), 1);
      }),
    );

    it.effect("records a download for 304 responses", () =>
      Effect.gen(function* () {
        const { share, count, etag } = yield* sharedDocument;
        const { page } = yield* share();
        const path = `${page}/document.pdf`;
        assert.strictEqual((yield* visit(path, { "if-none-match": etag })).status, 304);
        assert.strictEqual(yield* count("downloaded"), 0);
        const revalidation = yield* visit(`${path}?download=1`, { "if-none-match": etag });
        assert.deepStrictEqual([revalidation.status, yield* count("downloaded")], [304, 1]);
      }),
    );

    it.effect("is sent with any query", () =>
      Effect.gen(function* () {
        const { share, count } = yield* sharedDocument;
        const { page } = yield* share();
        for (const query of ["download", "download=", "download=0&x=%00", "x=1&x=2"])
          assert.strictEqual((yield* visit(`${page}/document.pdf?${query}`)).status, 200);
        assert.strictEqual(yield* count("downloaded"), 0);
        const twice = yield* visit(`${page}/document.pdf?download=1&download=1`);
        assert.deepStrictEqual([twice.status, yield* count("downloaded")], [200, 1]);
      }),
    );

    it.effect("records no download for ranges and failures", () =>
      Effect.gen(function* () {
        const { share, count } = yield* sharedDocument;
        const { page } = yield* share();
        const path = `${page}/document.pdf?download=1`;
        const part = yield* visit(path, { range: "bytes=0-3" });
        assert.deepStrictEqual([part.status, part.text], [206, "%PDF"]);
        assert.strictEqual((yield* visit(path, { range: "bytes=4-" })).status, 206);
        assert.strictEqual((yield* visit(path, { range: "bytes=999-" })).status, 416);
        assert.strictEqual((yield* visit(path, {}, { method: "HEAD" })).status, 200);
        assert.strictEqual(yield* count("downloaded"), 0);
        assert.strictEqual((yield* visit(path, { range: "bytes=0-" })).status, 206);
        assert.strictEqual(yield* count("downloaded"), 1);
      }),
    );
  });

  describe("events", () => {
    it.effect("are recorded once in 5 minutes", () =>
      Effect.gen(function* () {
        const { share, summary } = yield* sharedDocument;
        const { page } = yield* share();
        const record = (eventType: string) =>
          visit(`${page}/events`, {}, { method: "POST", json: { eventType } });
        for (const eventType of ["viewed", "downloaded", "printed"]) {
          const responses = yield* Effect.all(
            Array.from({ length: 10 }, () => record(eventType)),
            { concurrency: "unbounded" },
          );
          const bodies = responses.map(({ text }) => text).toSorted();
          assert.deepStrictEqual(bodies, [
            ...Array.from({ length: 9 }, () => '{"recorded":false}'),
            '{"recorded":true}',
          ]);
        }
        const { counts, linkOpens } = yield* summary;
        const { viewed, downloaded, printed } = counts;
        assert.deepStrictEqual([viewed, downloaded, printed, linkOpens], [1, 1, 1, 1]);
      }),
    );
  });

  describe("an unavailable link", () => {
    it.effect("shows a page without details, and records nothing", () =>
      Effect.gen(function* () {
        const { base, share, summary } = yield* sharedDocument;
        const [revokedShare, expiredShare] = [yield* share(), yield* share()];
        yield* call("DELETE", `${base}/shares/${revokedShare.id}`);
        yield* expire(expiredShare.id);
        const { total } = yield* summary;
        for (const [page, status, code] of [
          [revokedShare.page, 410, "gone"],
          [expiredShare.page, 410, "gone"],
          [`/share/shr_${"a".repeat(43)}`, 404, "not_found"],
          ["/share/unknown", 404, "not_found"],
          ["/share/%00", 404, "not_found"],
        ] as const) {
          for (const path of [page, `${page}/document.pdf`, `${page}/document.pdf?download=1`]) {
            const response = yield* visit(path, { range: "bytes=0-3" });
            assert.strictEqual(response.status, status, path);
            assert.match(String(response.headers["content-type"]), /^text\/html/);
            assert.notInclude(response.text, "%PDF");
            assert.notInclude(response.text, "Größe");
            assert.isUndefined(response.headers.etag);
          }
          const event = { method: "POST", json: { eventType: "viewed" } };
          const response = yield* visit(`${page}/events`, {}, event);
          assert.deepStrictEqual([response.status, codeOf(response)], [status, code]);
        }
        assert.strictEqual((yield* summary).total, total);
      }),
    );
  });

  describe("the tracking pixel", () => {
    it.effect("is the same for every id, and recorded once", () =>
      Effect.gen(function* () {
        const { base, count } = yield* sharedDocument;
        yield* call("POST", `${base}/email`, { to: "reader@example.com" });
        const sql = yield* SqlClient.SqlClient;
        const [email] = yield* sql<{ id: string }>`
          SELECT id FROM mails WHERE recipient_email = 'reader@example.com'`;
        const path = `/t/${email?.id ?? assert.fail()}.gif`;
        yield* visit(path, {}, { method: "HEAD" });
        assert.strictEqual(yield* count("email_opened"), 0);
        const responses = yield* Effect.all(
          Array.from({ length: 10 }, () => visit(path)),
          { concurrency: "unbounded" },
        );
        const unknown = yield* visit("/t/01900000-0000-7000-8000-000000000000.gif");
        for (const { status, headers, bytes } of [...responses, unknown]) {
          assert.deepStrictEqual([status, headers["content-type"]], [200, "image/gif"]);
          assert.strictEqual(bytes.subarray(0, 6).toString("latin1"), "GIF89a");
          assert.strictEqual(headers["cache-control"], "no-store");
        }
        assert.strictEqual(yield* count("email_opened"), 1);
        assert.strictEqual((yield* visit("/t/unknown.gif")).status, 404);
      }),
    );
  });
});

const spans = recordedSpans();

layer(
  apiServerWith({ rateLimit: { requests: 1000, seconds: 60 } }).pipe(Layer.provide(spans.layer)),
  { excludeTestServices: true, timeout: "2 minutes" },
)("tokens", (it) => {
  it.effect("do not appear in logs and spans", () =>
    Effect.gen(function* () {
      const { logs } = yield* ApiServer;
      const { base, share } = yield* sharedDocument;
      const request = { channel: "email", recipientEmail: "log@example.com" };
      const { id, token, page } = yield* share(request);
      yield* call("POST", `${base}/email`, { to: "log@example.com" });
      const event = { method: "POST", json: { eventType: "printed" } };
      const visits = Effect.gen(function* () {
        yield* visit(page);
        yield* visit(`${page}?utm=1`, {}, { method: "PUT" });
        yield* visit(`${page}/document.pdf?download=1`);
        yield* visit(`${page}/events`, {}, event);
        yield* visit(`${page}/events`, {}, { method: "POST", json: { eventType: token } });
        yield* visit(`${page}/nowhere`);
      });
      yield* visits;
      yield* call("GET", `${base}/shares`);
      yield* call("DELETE", `${base}/shares/${id}`);
      yield* visits;

      assert.include(spans.names(), "SharedDocuments.resolve");
      for (const text of [wholeText(logs), spans.text()]) {
        assert.notInclude(text, token);
        assert.notInclude(text, token.slice(4, 24));
        assert.notInclude(text, "shr_");
      }
      assert.isNotEmpty(logs);
    }),
  );
});
