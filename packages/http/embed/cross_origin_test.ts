import { assert, describe, layer } from "@effect/vitest";
import { Admin } from "@paraph/core/admin";
import { Effect } from "effect";

import { apiServer, ApiServer, BASE_URL, INTEGRATOR_ORIGIN } from "../_testing/api_server.ts";
import { codeForPath, codeOf } from "../_testing/body.ts";
import { callAs, callAsIntegrator, openSession } from "../_testing/embedding.ts";
import { type RawResponse, send } from "../_testing/http_client.ts";

const SESSION = "/v1/embed/session";
const TEMPLATES = "/v1/embed/builder/templates";
const OTHER_ORIGIN = "https://elsewhere.example";
const ID = "01900000-0000-7000-8000-000000000000";

/** The CORS headers of a response. */
const corsOf = ({ headers }: RawResponse) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith("access-control-")),
  );
const corsHeaders = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers": "location, retry-after, x-request-id",
});

/** Sends a preflight request. */
const sendPreflight = Effect.fnUntraced(function* (
  path: string,
  headers: Readonly<Record<string, string>>,
) {
  const { port } = yield* ApiServer;
  const preflight = { "access-control-request-method": "POST", ...headers };
  return yield* send(port, { method: "OPTIONS", path, headers: preflight });
});

layer(apiServer, { excludeTestServices: true })("pages of other origins", (it) => {
  describe("can read", () => {
    it.effect("the response to an accepted session call", () =>
      Effect.gen(function* () {
        const { call, token } = yield* openSession();
        const response = yield* call("GET", SESSION);
        assert.strictEqual(response.status, 200);
        assert.deepStrictEqual(corsOf(response), corsHeaders(INTEGRATOR_ORIGIN));
        assert.strictEqual(response.headers["vary"], "origin");
        // Without an origin there are no CORS headers.
        const own = yield* callAs(token, "GET", SESSION, undefined, {
          "sec-fetch-site": "same-origin",
        });
        assert.deepStrictEqual([own.status, corsOf(own)], [200, {}]);
      }),
    );

    it.effect("all errors, if their origin is allowed", () =>
      Effect.gen(function* () {
        const { call } = yield* openSession();
        const origin = { origin: INTEGRATOR_ORIGIN };
        for (const [rejection, status] of [
          [yield* callAs("a.b.c", "GET", SESSION, undefined, origin), 401],
          [yield* callAs("", "GET", SESSION, undefined, origin), 401],
          [yield* callAs("a.b.c", "POST", TEMPLATES, "{", origin), 401],
          [yield* call("POST", TEMPLATES, "{"), 400],
          [yield* call("GET", `${TEMPLATES}/${ID}`), 404],
          [yield* call("GET", "/v1/embed/nowhere"), 404],
          [yield* call("PATCH", SESSION), 405],
        ] as const) {
          assert.strictEqual(rejection.status, status, rejection.text);
          assert.deepStrictEqual(corsOf(rejection), corsHeaders(INTEGRATOR_ORIGIN));
          assert.strictEqual(rejection.headers["vary"], "origin");
        }
      }),
    );

    it.effect("nothing else", () =>
      Effect.gen(function* () {
        const { token } = yield* openSession();
        const [origin, otherOrigin] = [{ origin: INTEGRATOR_ORIGIN }, { origin: OTHER_ORIGIN }];
        for (const response of [
          yield* callAs(token, "GET", SESSION, undefined, otherOrigin),
          yield* callAs(token, "GET", SESSION, undefined, { origin: "null" }),
          yield* callAs("a.b.c", "POST", TEMPLATES, "{", otherOrigin),
          // Keys belong on servers, so pages must not read responses to keys.
          yield* callAsIntegrator("GET", TEMPLATES, undefined, origin),
          yield* callAs("", "GET", "/v1/nowhere", undefined, origin),
          yield* callAs("", "GET", "/v1/templates", undefined, origin),
          yield* callAs("", "GET", "/.well-known/jwks.json", undefined, origin),
        ]) {
          assert.deepStrictEqual(corsOf(response), {});
        }
      }),
    );
  });

  describe("send preflight requests", () => {
    it.effect("which are allowed for origins of integrators and of the deployment", () =>
      Effect.gen(function* () {
        for (const origin of [INTEGRATOR_ORIGIN, BASE_URL, "https://embed.paraph.test"]) {
          const response = yield* sendPreflight(TEMPLATES, { origin });
          assert.deepStrictEqual([response.status, response.text], [204, ""]);
          const { "access-control-allow-methods": methods, ...rest } = corsOf(response);
          assert.sameMembers(String(methods).split(", "), ["GET", "HEAD", "POST"]);
          assert.deepStrictEqual(rest, {
            ...corsHeaders(origin),
            "access-control-allow-headers": "authorization, content-type, idempotency-key",
            "access-control-max-age": "600",
          });
          assert.strictEqual(response.headers["vary"], "origin");
          assert.isString(response.headers["x-request-id"]);
        }
        const one = yield* sendPreflight(`${TEMPLATES}/${ID}`, { origin: INTEGRATOR_ORIGIN });
        const methods = String(one.headers["access-control-allow-methods"]);
        assert.sameMembers(methods.split(", "), ["GET", "HEAD", "PUT", "DELETE"]);
      }),
    );

    it.effect("which are rejected otherwise", () =>
      Effect.gen(function* () {
        const { port } = yield* ApiServer;
        for (const [path, headers, status] of [
          [TEMPLATES, { origin: OTHER_ORIGIN }, 405],
          [TEMPLATES, { origin: "null" }, 405],
          [TEMPLATES, {}, 405],
          ["/v1/templates", { origin: INTEGRATOR_ORIGIN }, 405],
          ["/v1/embedded", { origin: INTEGRATOR_ORIGIN }, 404],
        ] as const) {
          const response = yield* sendPreflight(path, headers);
          assert.strictEqual(response.status, status, path);
          assert.deepStrictEqual(corsOf(response), {});
        }
        // OPTIONS without the preflight headers is a wrong method.
        const headers = { origin: INTEGRATOR_ORIGIN };
        const plain = yield* send(port, { method: "OPTIONS", path: TEMPLATES, headers });
        assert.deepStrictEqual([plain.status, codeOf(plain)], [405, "method_not_allowed"]);
      }),
    );

    it.effect("which follow the current configuration", () =>
      Effect.gen(function* () {
        const { provision, change } = yield* Admin;
        const externalOrgId = "preflights";
        const origin = "https://preflights.test";
        const isAllowed = Effect.map(
          sendPreflight(TEMPLATES, { origin }),
          ({ status }) => status === 204,
        );
        assert.isFalse(yield* isAllowed);
        yield* provision({ externalOrgId, allowedOrigins: [origin] });
        assert.isTrue(yield* isAllowed);
        yield* change({ externalOrgId, embedEnabled: false });
        assert.isFalse(yield* isAllowed);
        yield* change({ externalOrgId, embedEnabled: true });
        assert.isTrue(yield* isAllowed);
        yield* change({ externalOrgId, allowedOrigins: [] });
        assert.isFalse(yield* isAllowed);
      }),
    );
  });

  it.effect("get the same format of errors", () =>
    Effect.gen(function* () {
      const path = "/v1/embed/sessions";
      const origin = { origin: INTEGRATOR_ORIGIN };
      const rejection = yield* callAs("", "POST", `${path}?x=1`, {}, origin);
      assert.strictEqual(codeForPath(path, rejection, "POST"), "missing_authorization");
      assert.deepStrictEqual(corsOf(rejection), corsHeaders(INTEGRATOR_ORIGIN));
    }),
  );
});
