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
  PARTNER_ORIGIN,
  SIGNING_JWK,
} from "../_testing/api_server.ts";
import { codeOf } from "../_testing/body.ts";
import {
  callAs,
  callPartner,
  openSession,
  type OpenedSession,
  sessionOf,
  SESSION_OWNER,
} from "../_testing/embedding.ts";
import { send } from "../_testing/http_client.ts";
import { recordedSpans, wholeText } from "../_testing/recorded_spans.ts";

const SESSION = "/v1/embed/session";
const TEMPLATES = "/v1/embed/builder/templates";
const OUR_KEY = createPrivateKey({ key: { ...SIGNING_JWK }, format: "jwk" });

/** Claims and a header other than those of a token. */
interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: Parameters<SignJWT["sign"]>[0];
}

/** A token that says almost the same, signed with the deployment's own key unless with another one. */
const forged = ({ token }: OpenedSession, { claims, header, key = OUR_KEY }: Forgery) =>
  Effect.promise(() =>
    new SignJWT({ ...decodeJwt(token), ...claims })
      .setProtectedHeader({ ...decodeProtectedHeader(token), alg: "EdDSA", ...header })
      .sign(key),
  );

const base64url = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");
const from = (origin: string) => ({ origin });

/** That a token opens neither what is for sessions nor what is for keys too. */
const assertRefused = Effect.fnUntraced(function* (
  token: string,
  headers: Readonly<Record<string, string>> = from(PARTNER_ORIGIN),
) {
  const refused = yield* callAs(token, "GET", SESSION, undefined, headers);
  assert.deepStrictEqual([refused.status, codeOf(refused)], [401, "invalid_credentials"]);
  assert.notInclude(refused.text, token);
  const builder = yield* callAs(token, "POST", TEMPLATES, "{", headers);
  const code = "missing_or_invalid_authorization";
  assert.deepStrictEqual([builder.status, codeOf(builder)], [401, code]);
});

const assertOpens = Effect.fnUntraced(function* (
  token: string,
  headers: Readonly<Record<string, string>> = from(PARTNER_ORIGIN),
) {
  const opened = yield* callAs(token, "GET", SESSION, undefined, headers);
  assert.strictEqual(opened.status, 200, opened.text);
});

/** A partner of its own, whom its sessions are of. */
const partner = Effect.fnUntraced(function* (externalOrgId: string) {
  const { provision, change } = yield* Admin;
  const allowedOrigins = [PARTNER_ORIGIN, "https://second.partner.test"];
  const { apiKey } = yield* provision({ externalOrgId, allowedOrigins });
  const key = apiKey ?? assert.fail();
  const open = Effect.map(callAs(key, "POST", "/v1/embed/sessions", SESSION_OWNER), sessionOf);
  return { key, open, change: (json: object) => change({ externalOrgId, ...json }) };
});

const spans = recordedSpans();
const recorded = apiServer.pipe(Layer.provide(spans.layer));

layer(recorded, { excludeTestServices: true })("embedding", (it) => {
  describe("a session token", () => {
    it.effect("is what this deployment signed, to the letter", () =>
      Effect.gen(function* () {
        const session = yield* openSession();
        const [header = "", claims = "", signature = ""] = session.token.split(".");
        yield* assertOpens(session.token);
        yield* assertOpens(yield* forged(session, {}));
        const granted = { ...decodeJwt(session.token), exp: 4_102_444_800 };
        const flipped = signature.startsWith("A") ? "B" : "A";
        for (const tampered of [
          `${header}.${base64url(granted)}.${signature}`,
          `${header}.${claims}.${flipped}${signature.slice(1)}`,
          `${header}.${claims}.`,
          `${header}.${claims}`,
          `${base64url({ alg: "none", typ: "JWT" })}.${claims}.`,
          `${base64url({ alg: "none", typ: "JWT" })}.${claims}.${signature}`,
          `${session.token}.x`,
          ".",
          "a.b.c",
          `${"a".repeat(4000)}.b.c`,
        ]) {
          yield* assertRefused(tampered);
        }
      }),
    );

    it.effect("is not signed with what is published, nor with keys of others", () =>
      Effect.gen(function* () {
        const session = yield* openSession();
        const other = generateKeyPairSync("ed25519").privateKey;
        const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
        const shared = (text: string) => ({
          header: { alg: "HS256" },
          key: new TextEncoder().encode(text.padEnd(32, "=")),
        });
        for (const forgery of [
          shared(SIGNING_JWK.x),
          shared(JSON.stringify({ kty: "OKP", crv: "Ed25519", x: SIGNING_JWK.x })),
          { key: Buffer.from(SIGNING_JWK.x, "base64url"), header: { alg: "HS256" } },
          { key: rsa, header: { alg: "RS256" } },
          // Under our name, under their own, and under none.
          { key: other },
          { key: other, header: { kid: "other" } },
          { key: OUR_KEY, header: { kid: "other" } },
          { key: OUR_KEY, header: { kid: undefined } },
          { key: other, header: { jwk: other.export({ format: "jwk" }) } },
        ]) {
          yield* assertRefused(yield* forged(session, forgery));
        }
      }),
    );

    it.effect("is for here and for now", () =>
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
          yield* assertRefused(yield* forged(session, { claims }));
        }
      }),
    );

    it.effect("comes from a page that is allowed, or from our own", () =>
      Effect.gen(function* () {
        const { token } = yield* openSession();
        const same = { "sec-fetch-site": "same-origin" };
        for (const headers of [
          {},
          from("https://elsewhere.example"),
          from("http://app.partner.test"),
          from(`${PARTNER_ORIGIN}.example`),
          from(`${PARTNER_ORIGIN}:8443`),
          from("null"),
          { ...same, ...from("https://elsewhere.example") },
          { "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "none" },
          { referer: `${PARTNER_ORIGIN}/` },
        ]) {
          yield* assertRefused(token, headers);
        }
        for (const headers of [
          same,
          from(BASE_URL),
          from("https://embed.paraph.test"),
          from(PARTNER_ORIGIN),
        ]) {
          yield* assertOpens(token, headers);
        }
      }),
    );

    it.effect("opens nothing that is for keys", () =>
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
          const refused = yield* callAs(token, method, path, undefined, from(PARTNER_ORIGIN));
          assert.deepStrictEqual([refused.status, codeOf(refused)], [401, code], path);
        }
      }),
    );

    it.effect("is not a key: keys open nothing that is for sessions", () =>
      Effect.gen(function* () {
        const { port, embedKey } = yield* ApiServer;
        for (const path of [SESSION, "/v1/embed/renders/01900000-0000-7000-8000-000000000000"]) {
          const refused = yield* callAs(embedKey, "GET", path, undefined, from(PARTNER_ORIGIN));
          assert.deepStrictEqual([refused.status, codeOf(refused)], [401, "invalid_credentials"]);
          const nobody = yield* send(port, { path });
          assert.deepStrictEqual([nobody.status, codeOf(nobody)], [401, "missing_authorization"]);
        }
      }),
    );
  });

  it.effect("leaves no token in any log or span", () =>
    Effect.gen(function* () {
      const { logs } = yield* ApiServer;
      const first = yield* openSession();
      const refresh = (renewToken: string) =>
        callPartner("POST", "/v1/embed/sessions/refresh", { renewToken });
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

  describe("what a partner changes", () => {
    describe("holds at once for sessions that are open", () => {
      it.effect("origins that are taken back", () =>
        Effect.gen(function* () {
          const { open, change } = yield* partner("origins");
          const { token } = yield* open;
          yield* assertOpens(token);
          yield* change({ allowedOrigins: ["https://second.partner.test"] });
          yield* assertRefused(token);
          yield* assertOpens(token, from("https://second.partner.test"));
          yield* assertOpens(token, from(BASE_URL));
          // What came later is not in the token.
          yield* change({ allowedOrigins: ["https://third.partner.test"] });
          yield* assertRefused(token, from("https://third.partner.test"));
          yield* assertRefused(token, from("https://second.partner.test"));
          yield* assertRefused(token, from(BASE_URL));
          yield* change({ allowedOrigins: [PARTNER_ORIGIN] });
          yield* assertOpens(token);
        }),
      );

      it.effect("suspension, and embedding that is switched off", () =>
        Effect.gen(function* () {
          const { key, open, change } = yield* partner("suspension");
          const { call, renewToken, id, token } = yield* open;
          yield* change({ suspended: true });
          const refresh = { renewToken };
          for (const answer of [
            yield* call("GET", SESSION),
            yield* call("POST", TEMPLATES, "{"),
            yield* callAs(key, "POST", TEMPLATES, "{"),
            yield* callAs(key, "GET", TEMPLATES),
            yield* callAs(key, "POST", "/v1/embed/sessions/refresh", refresh),
            yield* callAs(key, "DELETE", `/v1/embed/sessions/${id}`),
          ]) {
            assert.deepStrictEqual([answer.status, codeOf(answer)], [403, "partner_suspended"]);
          }
          yield* change({ suspended: false });
          yield* assertOpens(token);
          yield* change({ embedEnabled: false });
          yield* assertRefused(token);
          const off = yield* callAs(key, "POST", TEMPLATES, "{");
          const code = "missing_or_invalid_authorization";
          assert.deepStrictEqual([off.status, codeOf(off)], [401, code]);
          yield* change({ embedEnabled: true });
          yield* assertOpens(token);
        }),
      );
    });
  });
});

const REQUESTS = 4;
const limited = apiServerWith({ rateLimit: { requests: REQUESTS, seconds: 600 } });

layer(limited, { excludeTestServices: true })("the limit of a session", (it) => {
  it.effect("is its own, and guesses are counted for whoever makes them", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* openSession(), yield* openSession()];
      for (let left = REQUESTS - 1; left >= 0; left--) {
        const { headers } = yield* first.call("GET", SESSION);
        assert.match(String(headers["ratelimit"]), new RegExp(`^"default";r=${left};`));
      }
      const refused = yield* first.call("GET", SESSION);
      assert.deepStrictEqual([refused.status, codeOf(refused)], [429, "rate_limited"]);
      assert.isString(refused.headers["retry-after"]);
      assert.strictEqual((yield* second.call("GET", SESSION)).status, 200);

      for (let left = REQUESTS - 1; left >= 0; left--) {
        const wrong = yield* callAs("a.b.c", "GET", SESSION, undefined, from(PARTNER_ORIGIN));
        assert.strictEqual(wrong.status, 401);
      }
      for (const path of [SESSION, `${TEMPLATES}/x`]) {
        const guess = yield* callAs("a.b.c", "GET", path, undefined, from(PARTNER_ORIGIN));
        assert.deepStrictEqual([guess.status, codeOf(guess)], [429, "rate_limited"]);
      }
      assert.strictEqual((yield* second.call("GET", SESSION)).status, 200);
    }),
  );
});
