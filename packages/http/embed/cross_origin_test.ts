import { assert, describe, layer } from "@effect/vitest";
import { Admin } from "@paraph/core/admin";
import { Effect } from "effect";

import { apiServer, ApiServer, BASE_URL, PARTNER_ORIGIN } from "../_testing/api_server.ts";
import { codeAt, codeOf } from "../_testing/body.ts";
import { callAs, callPartner, openSession } from "../_testing/embedding.ts";
import { type RawResponse, send } from "../_testing/http_client.ts";

const SESSION = "/v1/embed/session";
const TEMPLATES = "/v1/embed/builder/templates";
const FOREIGN = "https://elsewhere.example";
const ID = "01900000-0000-7000-8000-000000000000";

/** The headers by which a browser decides who may read an answer. */
const corsOf = ({ headers }: RawResponse) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith("access-control-")),
  );
const readable = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers": "x-request-id, retry-after",
});

/** A browser asks before it sends. */
const ask = Effect.fnUntraced(function* (path: string, headers: Readonly<Record<string, string>>) {
  const { port } = yield* ApiServer;
  const asked = { "access-control-request-method": "POST", ...headers };
  return yield* send(port, { method: "OPTIONS", path, headers: asked });
});

layer(apiServer, { excludeTestServices: true })("pages of other origins", (it) => {
  describe("may read", () => {
    it.effect("what an accepted session call is answered", () =>
      Effect.gen(function* () {
        const { call, token } = yield* openSession();
        const answer = yield* call("GET", SESSION);
        assert.strictEqual(answer.status, 200);
        assert.deepStrictEqual(corsOf(answer), readable(PARTNER_ORIGIN));
        assert.strictEqual(answer.headers["vary"], "origin");
        // Nobody named an origin: nobody is told of one.
        const own = yield* callAs(token, "GET", SESSION, undefined, {
          "sec-fetch-site": "same-origin",
        });
        assert.deepStrictEqual([own.status, corsOf(own)], [200, {}]);
      }),
    );

    it.effect("why an allowed page was refused, whatever it was refused for", () =>
      Effect.gen(function* () {
        const { call } = yield* openSession();
        const origin = { origin: PARTNER_ORIGIN };
        for (const [refused, status] of [
          [yield* callAs("a.b.c", "GET", SESSION, undefined, origin), 401],
          [yield* callAs("", "GET", SESSION, undefined, origin), 401],
          [yield* callAs("a.b.c", "POST", TEMPLATES, "{", origin), 401],
          [yield* call("POST", TEMPLATES, "{"), 400],
          [yield* call("GET", `${TEMPLATES}/${ID}`), 404],
          [yield* call("GET", "/v1/embed/nowhere"), 404],
          [yield* call("PATCH", SESSION), 405],
        ] as const) {
          assert.strictEqual(refused.status, status, refused.text);
          assert.deepStrictEqual(corsOf(refused), readable(PARTNER_ORIGIN));
          assert.strictEqual(refused.headers["vary"], "origin");
        }
      }),
    );

    it.effect("nothing else", () =>
      Effect.gen(function* () {
        const { token } = yield* openSession();
        const [origin, foreign] = [{ origin: PARTNER_ORIGIN }, { origin: FOREIGN }];
        for (const answer of [
          yield* callAs(token, "GET", SESSION, undefined, foreign),
          yield* callAs(token, "GET", SESSION, undefined, { origin: "null" }),
          yield* callAs("a.b.c", "POST", TEMPLATES, "{", foreign),
          // Keys belong on servers: no page is to read what they open.
          yield* callPartner("GET", TEMPLATES, undefined, origin),
          yield* callAs("", "GET", "/v1/nowhere", undefined, origin),
          yield* callAs("", "GET", "/v1/templates", undefined, origin),
          yield* callAs("", "GET", "/.well-known/jwks.json", undefined, origin),
        ]) {
          assert.deepStrictEqual(corsOf(answer), {});
        }
      }),
    );
  });

  describe("ask before they send", () => {
    it.effect("and may, if some partner allows them or they are our own", () =>
      Effect.gen(function* () {
        for (const origin of [PARTNER_ORIGIN, BASE_URL, "https://embed.paraph.test"]) {
          const answer = yield* ask(TEMPLATES, { origin });
          assert.deepStrictEqual([answer.status, answer.text], [204, ""]);
          const { "access-control-allow-methods": methods, ...rest } = corsOf(answer);
          assert.sameMembers(String(methods).split(", "), ["GET", "HEAD", "POST"]);
          assert.deepStrictEqual(rest, {
            ...readable(origin),
            "access-control-allow-headers": "authorization, content-type, idempotency-key",
            "access-control-max-age": "600",
          });
          assert.strictEqual(answer.headers["vary"], "origin");
          assert.isString(answer.headers["x-request-id"]);
        }
        const one = yield* ask(`${TEMPLATES}/${ID}`, { origin: PARTNER_ORIGIN });
        const methods = String(one.headers["access-control-allow-methods"]);
        assert.sameMembers(methods.split(", "), ["GET", "HEAD", "PUT", "DELETE"]);
      }),
    );

    it.effect("and learn nothing otherwise", () =>
      Effect.gen(function* () {
        const { port } = yield* ApiServer;
        for (const [path, headers, status] of [
          [TEMPLATES, { origin: FOREIGN }, 405],
          [TEMPLATES, { origin: "null" }, 405],
          [TEMPLATES, {}, 405],
          ["/v1/templates", { origin: PARTNER_ORIGIN }, 405],
          ["/v1/embedded", { origin: PARTNER_ORIGIN }, 404],
        ] as const) {
          const answer = yield* ask(path, headers);
          assert.strictEqual(answer.status, status, path);
          assert.deepStrictEqual(corsOf(answer), {});
        }
        // Without the question it is a method like any other.
        const headers = { origin: PARTNER_ORIGIN };
        const plain = yield* send(port, { method: "OPTIONS", path: TEMPLATES, headers });
        assert.deepStrictEqual([plain.status, codeOf(plain)], [405, "method_not_allowed"]);
      }),
    );

    it.effect("and are told as things stand now", () =>
      Effect.gen(function* () {
        const { provision, change } = yield* Admin;
        const externalOrgId = "preflights";
        const origin = "https://preflights.test";
        const isLet = Effect.map(ask(TEMPLATES, { origin }), ({ status }) => status === 204);
        assert.isFalse(yield* isLet);
        yield* provision({ externalOrgId, allowedOrigins: [origin] });
        assert.isTrue(yield* isLet);
        yield* change({ externalOrgId, embedEnabled: false });
        assert.isFalse(yield* isLet);
        yield* change({ externalOrgId, embedEnabled: true });
        assert.isTrue(yield* isLet);
        yield* change({ externalOrgId, allowedOrigins: [] });
        assert.isFalse(yield* isLet);
      }),
    );
  });

  it.effect("never find the form of errors changed by whence they are read", () =>
    Effect.gen(function* () {
      const path = "/v1/embed/sessions";
      const origin = { origin: PARTNER_ORIGIN };
      const refused = yield* callAs("", "POST", `${path}?x=1`, {}, origin);
      assert.strictEqual(codeAt(path, refused, "POST"), "missing_authorization");
      assert.deepStrictEqual(corsOf(refused), readable(PARTNER_ORIGIN));
    }),
  );
});
