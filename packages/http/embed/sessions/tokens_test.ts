import { createPrivateKey, generateKeyPairSync } from "node:crypto";

import { assert, describe, layer } from "@effect/vitest";
import { Admin } from "@paraph/core/admin";
import { Clock, Effect, Layer } from "effect";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";

import {
  apiServer,
  ApiServer,
  apiServerWith,
  BASE_URL,
  INTEGRATOR_ORIGIN,
  SIGNING_JWK,
} from "../../_testing/api_server.ts";
import { codeOf } from "../../_testing/body.ts";
import {
  callAs,
  callAsIntegrator,
  openSession,
  type OpenedSession,
  sessionOf,
  SESSION_OWNER,
} from "../../_testing/embedding.ts";
import { send } from "../../_testing/http_client.ts";
import { recordedSpans, wholeText } from "../../_testing/recorded_spans.ts";

const SESSION = "/v1/embed/session";
const TEMPLATES = "/v1/embed/builder/templates";
const DEPLOYMENT_KEY = createPrivateKey({ key: { ...SIGNING_JWK }, format: "jwk" });

/** Changes to the claims and the header of a token. */
interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: Parameters<SignJWT["sign"]>[0];
}

/** A forged token. By default it is signed with the deployment's key. */
const forgeToken = ({ token }: OpenedSession, { claims, header, key = DEPLOYMENT_KEY }: Forgery) =>
  Effect.promise(() =>
    new SignJWT({ ...decodeJwt(token), ...claims })
      .setProtectedHeader({ ...decodeProtectedHeader(token), alg: "EdDSA", ...header })
      .sign(key),
  );

const base64url = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");
const from = (origin: string) => ({ origin });

/** Asserts that a token is rejected by endpoints for sessions, with or without keys. */
const assertRejected = Effect.fnUntraced(function* (
  token: string,
  headers: Readonly<Record<string, string>> = from(INTEGRATOR_ORIGIN),
) {
  const rejection = yield* callAs(token, "GET", SESSION, undefined, headers);
  assert.deepStrictEqual([rejection.status, codeOf(rejection)], [401, "invalid_credentials"]);
  assert.notInclude(rejection.text, token);
  const builder = yield* callAs(token, "POST", TEMPLATES, "{", headers);
  const code = "missing_or_invalid_authorization";
  assert.deepStrictEqual([builder.status, codeOf(builder)], [401, code]);
});

const assertAccepted = Effect.fnUntraced(function* (
  token: string,
  headers: Readonly<Record<string, string>> = from(INTEGRATOR_ORIGIN),
) {
  const response = yield* callAs(token, "GET", SESSION, undefined, headers);
  assert.strictEqual(response.status, 200, response.text);
});

/** A new integrator, with a function that opens its sessions. */
const provisionIntegrator = Effect.fnUntraced(function* (externalOrgId: string) {
  const { provision, change } = yield* Admin;
  const allowedOrigins = [INTEGRATOR_ORIGIN, "https://second.partner.test"];
  const { apiKey } = yield* provision({ externalOrgId, allowedOrigins });
  const key = apiKey ?? assert.fail();
  const open = Effect.map(callAs(key, "POST", "/v1/embed/sessions", SESSION_OWNER), sessionOf);
  return { key, open, change: (json: object) => change({ externalOrgId, ...json }) };
});

const spans = recordedSpans();
const recordedServer = apiServer.pipe(Layer.provide(spans.layer));

layer(recordedServer, { excludeTestServices: true })("embedding", (it) => {
  describe("a session token", () => {
    it.effect("is rejected if it was modified", () =>
      Effect.gen(function* () {
        const session = yield* openSession();
        const [header = "", claims = "", signature = ""] = session.token.split(".");
        yield* assertAccepted(session.token);
        yield* assertAccepted(yield* forgeToken(session, {}));
        const extendedClaims = { ...decodeJwt(session.token), exp: 4_102_444_800 };
        const otherCharacter = signature.startsWith("A") ? "B" : "A";
        for (const tamperedToken of [
          `${header}.${base64url(extendedClaims)}.${signature}`,
          `${header}.${claims}.${otherCharacter}${signature.slice(1)}`,
          `${header}.${claims}.`,
          `${header}.${claims}`,
          `${base64url({ alg: "none", typ: "JWT" })}.${claims}.`,
          `${base64url({ alg: "none", typ: "JWT" })}.${claims}.${signature}`,
          `${session.token}.x`,
          ".",
          "a.b.c",
          `${"a".repeat(4000)}.b.c`,
        ]) {
          yield* assertRejected(tamperedToken);
        }
      }),
    );

    it.effect("is rejected if another key signed it", () =>
      Effect.gen(function* () {
        const session = yield* openSession();
        const other = generateKeyPairSync("ed25519").privateKey;
        const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
        const hmacForgery = (text: string) => ({
          header: { alg: "HS256" },
          key: new TextEncoder().encode(text.padEnd(32, "=")),
        });
        for (const forgery of [
          hmacForgery(SIGNING_JWK.x),
          hmacForgery(JSON.stringify({ kty: "OKP", crv: "Ed25519", x: SIGNING_JWK.x })),
          { key: Buffer.from(SIGNING_JWK.x, "base64url"), header: { alg: "HS256" } },
          { key: rsa, header: { alg: "RS256" } },
          // With the deployment's key id, another one, and none.
          { key: other },
          { key: other, header: { kid: "other" } },
          { key: DEPLOYMENT_KEY, header: { kid: "other" } },
          { key: DEPLOYMENT_KEY, header: { kid: undefined } },
          { key: other, header: { jwk: other.export({ format: "jwk" }) } },
        ]) {
          yield* assertRejected(yield* forgeToken(session, forgery));
        }
      }),
    );

    it.effect("is rejected for another issuer and outside of its lifetime", () =>
      Effect.gen(function* () {
        const session = yield* openSession();
        const now = Math.floor((yield* Clock.currentTimeMillis) / 1000);
        for (const claims of [
          { exp: now - 31 },
          { exp: undefined },
          { nbf: now + 60 },
          { iss: `${BASE_URL}.example` },
          { iss: undefined },
          { aud: ["https://elsewhere.example"] },
          { aud: [] },
          { aud: undefined },
          { sub: "01900000-0000-7000-8000-000000000000" },
          { sub: "no-id" },
        ]) {
          yield* assertRejected(yield* forgeToken(session, { claims }));
        }
      }),
    );

    it.effect("is accepted only from allowed origins and Paraph's pages", () =>
      Effect.gen(function* () {
        const { token } = yield* openSession();
        const same = { "sec-fetch-site": "same-origin" };
        for (const headers of [
          {},
          from("https://elsewhere.example"),
          from("http://app.partner.test"),
          from(`${INTEGRATOR_ORIGIN}.example`),
          from(`${INTEGRATOR_ORIGIN}:8443`),
          from("null"),
          { ...same, ...from("https://elsewhere.example") },
          { "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "none" },
          { referer: `${INTEGRATOR_ORIGIN}/` },
        ]) {
          yield* assertRejected(token, headers);
        }
        for (const headers of [
          same,
          from(BASE_URL),
          from("https://embed.paraph.test"),
          from(INTEGRATOR_ORIGIN),
        ]) {
          yield* assertAccepted(token, headers);
        }
      }),
    );

    it.effect("is rejected by endpoints for keys", () =>
      Effect.gen(function* () {
        const { token } = yield* openSession();
        for (const [method, path, code] of [
          ["GET", TEMPLATES, "invalid_credentials"],
          ["GET", "/v1/embed/renders", "invalid_credentials"],
          ["GET", "/v1/embed/catalogs", "invalid_credentials"],
          ["POST", "/v1/embed/sessions/refresh", "invalid_credentials"],
          ["GET", "/v1/templates", "unauthorized"],
          ["GET", "/v1/projects", "unauthorized"],
        ] as const) {
          const rejection = yield* callAs(token, method, path, undefined, from(INTEGRATOR_ORIGIN));
          assert.deepStrictEqual([rejection.status, codeOf(rejection)], [401, code], path);
        }
      }),
    );

    it.effect("cannot be replaced by a key", () =>
      Effect.gen(function* () {
        const { port, embedKey } = yield* ApiServer;
        for (const path of [SESSION, "/v1/embed/renders/01900000-0000-7000-8000-000000000000"]) {
          const rejection = yield* callAs(
            embedKey,
            "GET",
            path,
            undefined,
            from(INTEGRATOR_ORIGIN),
          );
          assert.deepStrictEqual(
            [rejection.status, codeOf(rejection)],
            [401, "invalid_credentials"],
          );
          const anonymousResponse = yield* send(port, { path });
          assert.deepStrictEqual(
            [anonymousResponse.status, codeOf(anonymousResponse)],
            [401, "missing_authorization"],
          );
        }
      }),
    );
  });

  it.effect("does not appear in logs and spans", () =>
    Effect.gen(function* () {
      const { logs } = yield* ApiServer;
      const first = yield* openSession();
      const refresh = (renewToken: string) =>
        callAsIntegrator("POST", "/v1/embed/sessions/refresh", { renewToken });
      const second = sessionOf(yield* refresh(first.renewToken));
      for (const { call, token, renewToken, id } of [first, second]) {
        yield* call("GET", SESSION);
        yield* call("POST", TEMPLATES, { documentTemplate: { name: token } });
        yield* call("GET", `/embed/builder?session=${id}&token=${token}`);
        yield* call("POST", `/v1/embed/form-submit/${id}`, { data: { token } });
        yield* refresh(`${renewToken} `);
      }
      yield* refresh(first.renewToken);
      assert.include(spans.names(), "EmbedSessions.authenticate");
      for (const text of [wholeText(logs), spans.text()]) {
        for (const { token, renewToken } of [first, second]) {
          assert.isFalse(text.includes(token.slice(-40)));
          assert.isFalse(text.includes(renewToken.slice(4, 24)));
        }
      }
    }),
  );

  describe("changes of an integrator", () => {
    describe("apply immediately to open sessions", () => {
      it.effect("removed origins", () =>
        Effect.gen(function* () {
          const { open, change } = yield* provisionIntegrator("origins");
          const { token } = yield* open;
          yield* assertAccepted(token);
          yield* change({ allowedOrigins: ["https://second.partner.test"] });
          yield* assertRejected(token);
          yield* assertAccepted(token, from("https://second.partner.test"));
          yield* assertAccepted(token, from(BASE_URL));
          // Origins that were added later are not in the token.
          yield* change({ allowedOrigins: ["https://third.partner.test"] });
          yield* assertRejected(token, from("https://third.partner.test"));
          yield* assertRejected(token, from("https://second.partner.test"));
          yield* assertRejected(token, from(BASE_URL));
          yield* change({ allowedOrigins: [INTEGRATOR_ORIGIN] });
          yield* assertAccepted(token);
        }),
      );

      it.effect("suspension, and disabled embedding", () =>
        Effect.gen(function* () {
          const { key, open, change } = yield* provisionIntegrator("suspension");
          const { call, renewToken, id, token } = yield* open;
          yield* change({ suspended: true });
          const refresh = { renewToken };
          for (const response of [
            yield* call("GET", SESSION),
            yield* call("POST", TEMPLATES, "{"),
            yield* callAs(key, "POST", TEMPLATES, "{"),
            yield* callAs(key, "GET", TEMPLATES),
            yield* callAs(key, "POST", "/v1/embed/sessions/refresh", refresh),
            yield* callAs(key, "DELETE", `/v1/embed/sessions/${id}`),
          ]) {
            assert.deepStrictEqual([response.status, codeOf(response)], [403, "partner_suspended"]);
          }
          yield* change({ suspended: false });
          yield* assertAccepted(token);
          yield* change({ embedEnabled: false });
          yield* assertRejected(token);
          const rejection = yield* callAs(key, "POST", TEMPLATES, "{");
          const code = "missing_or_invalid_authorization";
          assert.deepStrictEqual([rejection.status, codeOf(rejection)], [401, code]);
          yield* change({ embedEnabled: true });
          yield* assertAccepted(token);
        }),
      );
    });
  });
});

const REQUESTS = 4;
const limitedServer = apiServerWith({ rateLimit: { requests: REQUESTS, seconds: 600 } });

layer(limitedServer, { excludeTestServices: true })("the limit of a session", (it) => {
  it.effect("is per session, and guesses count against the client", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* openSession(), yield* openSession()];
      for (let left = REQUESTS - 1; left >= 0; left--) {
        const { headers } = yield* first.call("GET", SESSION);
        assert.match(String(headers["ratelimit"]), new RegExp(`^"default";r=${left};`));
      }
      const rejection = yield* first.call("GET", SESSION);
      assert.deepStrictEqual([rejection.status, codeOf(rejection)], [429, "rate_limited"]);
      assert.isString(rejection.headers["retry-after"]);
      assert.strictEqual((yield* second.call("GET", SESSION)).status, 200);

      for (let left = REQUESTS - 1; left >= 0; left--) {
        const wrong = yield* callAs("a.b.c", "GET", SESSION, undefined, from(INTEGRATOR_ORIGIN));
        assert.strictEqual(wrong.status, 401);
      }
      for (const path of [SESSION, `${TEMPLATES}/x`]) {
        const guess = yield* callAs("a.b.c", "GET", path, undefined, from(INTEGRATOR_ORIGIN));
        assert.deepStrictEqual([guess.status, codeOf(guess)], [429, "rate_limited"]);
      }
      assert.strictEqual((yield* second.call("GET", SESSION)).status, 200);
    }),
  );
});
