import { generateKeyPairSync } from "node:crypto";

import { assert, describe, it } from "@effect/vitest";
import { type SessionClaims, TokenSigner } from "@paraph/core/embed";
import { EmbedSessionId, ProjectId, PublicUrls } from "@paraph/core/values";
import { DateTime, Effect, Layer, Option, Redacted } from "effect";
import { SecureRandom } from "effect/crypto";
import { TestClock } from "effect/testing";
import { calculateJwkThumbprint, createLocalJWKSet, jwtVerify, SignJWT } from "jose";

import { type SigningJwk, tokenSignerJose } from "./token_signer_jose.ts";

const BASE = "https://paraph.test";
const ID = EmbedSessionId.make("01900000-0000-7000-8000-000000000001");
const NOW = Date.UTC(2026, 4, 4);

const newKey = (): SigningJwk => {
  const { x = "", d = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  return { kty: "OKP", crv: "Ed25519", x, d };
};
const KEY = newKey();

const signerWith = (keys: ReadonlyArray<SigningJwk>, base = BASE) =>
  tokenSignerJose(Redacted.make(keys)).pipe(
    Layer.provide(Layer.succeed(PublicUrls, { base, share: base, embed: `${base}/embed` })),
    Layer.provide(SecureRandom.layerWebCrypto),
  );
const signer = (keys: ReadonlyArray<SigningJwk>, base?: string) =>
  Effect.provide(TokenSigner, signerWith(keys, base));

const claims = (overrides: Partial<SessionClaims> = {}): SessionClaims => ({
  sessionId: ID,
  origins: ["https://a.example"],
  scope: { mode: "fill" },
  issuedAt: DateTime.makeUnsafe(NOW),
  expiresAt: DateTime.makeUnsafe(NOW + 36e5),
  projectId: ProjectId.make("01900000-0000-7000-8000-000000000002"),
  tenant: { externalId: "t" },
  actor: { externalId: "a", email: "a@b.example" },
  permissions: {
    saveDraft: false,
    publish: false,
    rename: false,
    delete: false,
    rollback: false,
    preview: true,
    submitForm: true,
    send: false,
  },
  ...overrides,
});

const setClock = TestClock.setTime(NOW);

describe("tokenSignerJose", () => {
  it.effect("signs the rights of a session, verifiable with the published keys", () =>
    Effect.gen(function* () {
      yield* setClock;
      const { sign, publicKeys } = yield* signer([KEY]);
      const token = yield* sign(claims());
      const jwks = createLocalJWKSet({ keys: publicKeys.map((key) => ({ ...key })) });
      const options = {
        currentDate: DateTime.toDateUtc(yield* DateTime.now),
        audience: "https://a.example",
        issuer: BASE,
      };
      const { payload, protectedHeader } = yield* Effect.promise(() =>
        jwtVerify(token, jwks, options),
      );
      const { jti, ...rest } = payload;
      assert.match(jti ?? "", /^[0-9a-f-]{36}$/);
      const { projectId, tenant, actor, scope, permissions } = claims();
      const seconds = NOW / 1000;
      assert.deepEqual(rest, {
        iss: BASE,
        sub: ID,
        aud: ["https://a.example"],
        iat: seconds,
        nbf: seconds,
        exp: seconds + 3600,
        projectId,
        tenant,
        actor,
        scope,
        permissions,
      });
      const { kty, crv, x } = KEY;
      const kid = yield* Effect.promise(() => calculateJwkThumbprint({ kty, crv, x }));
      assert.deepEqual(protectedHeader, { alg: "EdDSA", kid, typ: "JWT" });
      assert.deepEqual(publicKeys, [{ kty, crv, x, kid, alg: "EdDSA", use: "sig" }]);
      assert.notStrictEqual(yield* sign(claims()), token);
    }),
  );

  it.effect("accepts its tokens until they expire", () =>
    Effect.gen(function* () {
      yield* setClock;
      const { sign, verify } = yield* signer([KEY]);
      const token = yield* sign(claims());
      const session = Option.some({ sessionId: ID, origins: ["https://a.example"] });
      assert.deepStrictEqual(yield* verify(token), session);
      yield* TestClock.adjust("60 minutes");
      assert.deepStrictEqual(yield* verify(token), session);
      yield* TestClock.adjust("30 seconds");
      assert.isTrue(Option.isNone(yield* verify(token)));
      yield* TestClock.setTime(NOW - 31_000);
      assert.isTrue(Option.isNone(yield* verify(token)));
    }),
  );

  it.effect("verifies tokens of former keys", () =>
    Effect.gen(function* () {
      yield* setClock;
      const next = { ...newKey(), kid: "next" };
      const former = yield* (yield* signer([KEY])).sign(claims());
      const both = yield* signer([next, KEY]);
      assert.isTrue(Option.isSome(yield* both.verify(former)));
      assert.strictEqual(both.publicKeys[0]?.kid, "next");
      const current = yield* both.sign(claims());
      assert.isTrue(Option.isSome(yield* (yield* signer([next])).verify(current)));
      assert.isTrue(Option.isNone(yield* (yield* signer([next])).verify(former)));
    }),
  );

  it.effect("rejects foreign and modified tokens", () =>
    Effect.gen(function* () {
      yield* setClock;
      const { sign, verify, publicKeys } = yield* signer([KEY]);
      const token = yield* sign(claims());
      const [header = "", payload = "", signature = ""] = token.split(".");
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const kid = publicKeys[0]?.kid ?? "";
      const rest: Record<string, unknown> = JSON.parse(
        Buffer.from(payload, "base64url").toString(),
      );
      const hmac = yield* Effect.promise(() =>
        new SignJWT(rest)
          .setProtectedHeader({ alg: "HS256", kid, typ: "JWT" })
          .sign(Buffer.from(KEY.x, "base64url")),
      );
      const wrong = [
        "",
        "a.b.c",
        `${header}.${payload}`,
        `${header}.${payload}.`,
        `${header}.${encode({ ...rest, aud: ["https://evil.example"] })}.${signature}`,
        `${encode({ alg: "none", kid, typ: "JWT" })}.${payload}.`,
        `${encode({ alg: "EdDSA", kid: "other", typ: "JWT" })}.${payload}.${signature}`,
        hmac,
        yield* (yield* signer([{ ...newKey(), kid }])).sign(claims()),
        yield* (yield* signer([KEY], "https://other.test")).sign(claims()),
      ];
      for (const token of wrong) assert.isTrue(Option.isNone(yield* verify(token)), token);
    }),
  );
});
