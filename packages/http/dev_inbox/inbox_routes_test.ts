import { assert, layer } from "@effect/vitest";
import { Effect, FileSystem, Schema } from "effect";

import { apiServer, ApiServer, apiServerWith, browserServer } from "../_testing/api_server.ts";
import type { RawResponse } from "../_testing/http_client.ts";
import { call, sharedDocument, visit } from "../_testing/shared_document.ts";

const INBOX = "/_dev/mail";
const JSON_ONLY = { accept: "application/json" };
const HOSTILE = `<script>alert(1)</script>"onload="x`;

const List = Schema.Struct({
  emails: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      cause: Schema.String,
      to: Schema.Struct({ email: Schema.String, name: Schema.NullOr(Schema.String) }),
      subject: Schema.String,
      createdAt: Schema.String,
      link: Schema.Struct({ label: Schema.String, url: Schema.String }),
      url: Schema.String,
    }),
  ),
  hasMore: Schema.Boolean,
});

const list = Effect.gen(function* () {
  const { json } = yield* visit(INBOX, JSON_ONLY);
  return yield* Schema.decodeUnknownEffect(List)(json);
});

/** Emails a document, and returns its email in the inbox. */
const emailDocument = Effect.fnUntraced(function* (to: string, message = "Please read it.") {
  const { base } = yield* sharedDocument;
  const response = yield* call("POST", `${base}/email`, { to, message, recipientName: HOSTILE });
  assert.strictEqual(response.status, 201, response.text);
  const { emails } = yield* list;
  return emails.find(({ to: { email } }) => email === to) ?? assert.fail("Not in the inbox");
});

layer(browserServer, { excludeTestServices: true, timeout: "60 seconds" })(
  "the development inbox",
  (it) => {
    it.effect("lists emails with their links, newest first, as JSON and as a page", () =>
      Effect.gen(function* () {
        const first = yield* emailDocument("first@example.com");
        const second = yield* emailDocument("second@example.com");
        const { port } = yield* ApiServer;
        const { emails, hasMore } = yield* list;
        const [newest, before] = emails;
        assert.deepStrictEqual([newest, before], [second, first]);
        assert.isFalse(hasMore);
        assert.strictEqual(second.url, `http://127.0.0.1:${port}${INBOX}/${second.id}`);
        const { status } = yield* visit(new URL(second.link.url).pathname);
        assert.strictEqual(status, 200);

        for (const accept of ["text/html,application/json;q=0.9,*/*;q=0.8", "*/*"]) {
          const { headers, text } = yield* visit(INBOX, { accept });
          assert.match(String(headers["content-type"]), /^text\/html/);
          assert.strictEqual(headers["vary"], "accept");
          assert.isBelow(text.indexOf("second@example.com"), text.indexOf("first@example.com"));
        }
      }),
    );

    it.effect("shows an email as HTML in a sandbox, as text, and as a download", () =>
      Effect.gen(function* () {
        const { id, link } = yield* emailDocument("ada@example.com", HOSTILE);
        const page = yield* visit(`${INBOX}/${id}`);
        assert.strictEqual(page.status, 200);
        assert.match(
          page.text,
          /<iframe[^>]+sandbox="allow-popups allow-popups-to-escape-sandbox"/,
        );
        assert.include(page.text, `<a href="${link.url}" target="_blank">${link.url}</a>`);
        const policy = String(page.headers["content-security-policy"]);
        assert.include(policy, "default-src 'none'");
        assert.notInclude(policy, "script-src");

        const body = yield* visit(`${INBOX}/${id}/email.html`);
        assert.include(body.text, '<base target="_blank">');
        assert.include(body.text, `href="${link.url}"`);
        const sandbox = String(body.headers["content-security-policy"]);
        assert.match(sandbox, /sandbox allow-popups allow-popups-to-escape-sandbox$/);
        assert.match(sandbox, /^default-src 'none'; style-src 'unsafe-inline';/);
        for (const { text } of [page, body]) assert.notInclude(text, "<script");

        const message = yield* visit(`${INBOX}/${id}/email.eml`);
        assert.strictEqual(message.headers["content-type"], "message/rfc822");
        assert.match(String(message.headers["content-disposition"]), /^attachment; .*\.eml"/);
        assert.match(message.text, /^To: .*<ada@example\.com>/m);
      }),
    );

    it.effect("has a page for emails that do not exist", () =>
      Effect.gen(function* () {
        const unknown = "0198c0de-7f00-7abc-8def-0123456789ab";
        for (const id of [unknown, "..%2f..%2fdb", "x"]) {
          for (const part of ["", "/email.html", "/email.eml"]) {
            const { status, text } = yield* visit(`${INBOX}/${id}${part}`);
            assert.strictEqual(status, 404, id);
            assert.include(text, "This email doesn&#39;t exist");
          }
        }
      }),
    );

    it.effect("shows only emails whose content is in the outbox", () =>
      Effect.gen(function* () {
        const { outbox } = yield* ApiServer;
        const fs = yield* FileSystem.FileSystem;
        const { id } = yield* emailDocument("erased@example.com");
        yield* fs.remove(`${outbox}/${id}.eml`);
        const { emails } = yield* list;
        assert.notInclude(
          emails.map((email) => email.id),
          id,
        );
      }),
    );

    it.effect("allows GET and HEAD", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* visit(INBOX, {}, { method: "HEAD" })).status, 200);
        for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
          const { status, headers } = yield* visit(INBOX, {}, { method });
          assert.deepStrictEqual([status, headers["allow"]], [405, "GET, HEAD"], method);
        }
      }),
    );

    it.effect("does not exist for other hosts, and for clients behind a proxy", () =>
      Effect.gen(function* () {
        const { id } = yield* emailDocument("hidden@example.com");
        for (const headers of [
          { host: "paraph.example.com" },
          { "x-forwarded-for": "127.0.0.1" },
          { "x-forwarded-for": "203.0.113.9" },
        ]) {
          for (const path of [INBOX, `${INBOX}/${id}`, `${INBOX}/${id}/email.eml`]) {
            for (const method of ["GET", "POST"]) {
              yield* isUnknown(visit(path, headers, { method }));
            }
          }
        }
      }),
    );
  },
);

/** Checks that a response is that of an unknown path. */
const isUnknown = (request: Effect.Effect<RawResponse, never, ApiServer>) =>
  Effect.map(request, ({ status, json }) => {
    assert.strictEqual(status, 404);
    assert.deepStrictEqual(json, { error: { code: "not_found", message: "No such path" } });
  });

layer(apiServerWith({ localOnly: true }), { excludeTestServices: true })(
  "a server for its own machine",
  (it) => {
    it.effect("rejects requests to other hosts, and requests of proxies", () =>
      Effect.gen(function* () {
        for (const path of ["/healthz", "/v1/templates", "/unknown"]) {
          for (const headers of [{ host: "paraph.test" }, { "x-forwarded-for": "127.0.0.1" }]) {
            assert.strictEqual((yield* visit(path, headers)).status, 403, path);
          }
        }
        assert.strictEqual((yield* visit("/healthz")).status, 200);
        assert.strictEqual((yield* call("GET", "/v1/templates")).status, 200);
      }),
    );
  },
);

layer(apiServer, { excludeTestServices: true })("a server without a development inbox", (it) => {
  it.effect("has no such path", () =>
    Effect.gen(function* () {
      for (const path of [INBOX, `${INBOX}/x`]) yield* isUnknown(visit(path));
    }),
  );
});

layer(apiServerWith({ devInbox: true }), { excludeTestServices: true })(
  "a server with a public URL",
  (it) => {
    it.effect("has no development inbox", () => isUnknown(visit(INBOX, { host: "127.0.0.1" })));
  },
);
