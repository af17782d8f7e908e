import { assert, describe, layer } from "@effect/vitest";
import { Clock, Effect, Schema } from "effect";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";

import {
  apiServer,
  ApiServer,
  BASE_URL,
  EMBED_URL,
  PARTNER_ORIGIN,
} from "../_testing/api_server.ts";
import { codeAt, codeOf, fieldsOf } from "../_testing/body.ts";
import { callAs, callPartner, openSession, SESSION_OWNER } from "../_testing/embedding.ts";
import { type RawResponse, send } from "../_testing/http_client.ts";

const PATH = "/v1/embed/sessions";
const FOUR_HOURS = 4 * 60 * 60;
const TEMPLATE = "01900000-0000-7000-8000-000000000000";

const flat = (response: RawResponse) => [response.status, codeAt(PATH, response, "POST")];
const nested = (response: RawResponse) => [response.status, codeOf(response)];

const FlatIssues = Schema.Struct({
  issues: Schema.Struct({ fieldErrors: Schema.Record(Schema.String, Schema.Unknown) }),
});
const flatPaths = ({ json }: RawResponse) =>
  Object.keys(Schema.decodeUnknownSync(FlatIssues)(json).issues.fieldErrors);

/** The public keys for verifying tokens. */
const publishedKeys = Effect.gen(function* () {
  const { port } = yield* ApiServer;
  return yield* send(port, { path: "/.well-known/jwks.json" });
});

layer(apiServer, { excludeTestServices: true })("embed sessions", (it) => {
  describe("POST /v1/embed/sessions", () => {
    it.effect("returns a token that the published keys verify", () =>
      Effect.gen(function* () {
        const { embedProject } = yield* ApiServer;
        const tenant = { externalId: "t-1", displayName: "Tenant Ltd." };
        const actor = { externalId: "a-1", displayName: "Ada", email: "ada@example.com" };
        const permissions = { publish: false };
        const request = { tenant, actor, permissions };
        const before = Math.floor((yield* Clock.currentTimeMillis) / 1000);
        const created = yield* callPartner("POST", PATH, request);
        assert.strictEqual(created.status, 200, created.text);
        const { session_id, session_token, iframe_url, expires_at, renew_token, ...rest } =
          fieldsOf(created);
        assert.deepStrictEqual(rest, {});
        assert.match(String(renew_token), /^ert_[\w-]{43}$/);
        const [sub, token] = [String(session_id), String(session_token)];
        assert.strictEqual(iframe_url, `${EMBED_URL}/builder?session=${sub}#token=${token}`);

        const keys = yield* publishedKeys;
        assert.strictEqual(keys.headers["cache-control"], "public, max-age=300");
        const Keys = Schema.Struct({
          keys: Schema.Array(
            Schema.Struct({
              kty: Schema.Literal("OKP"),
              crv: Schema.Literal("Ed25519"),
              x: Schema.String,
              kid: Schema.String,
              alg: Schema.Literal("EdDSA"),
              use: Schema.Literal("sig"),
            }),
          ),
        });
        const options = { onExcessProperty: "error" } as const;
        const jwks = yield* Schema.decodeUnknownEffect(Keys)(keys.json, options);
        const verified = yield* Effect.promise(() =>
          jwtVerify(token, createLocalJWKSet({ keys: [...jwks.keys] }), {
            issuer: BASE_URL,
            audience: PARTNER_ORIGIN,
            algorithms: ["EdDSA"],
          }),
        );
        const { payload, protectedHeader } = verified;
        assert.deepStrictEqual(protectedHeader, {
          alg: "EdDSA",
          typ: "JWT",
          kid: jwks.keys[0]?.kid ?? assert.fail(),
        });
        const { iat = 0, nbf = 0, exp = 0, jti = "", ...claims } = payload;
        assert.deepStrictEqual(claims, {
          iss: BASE_URL,
          sub,
          aud: [PARTNER_ORIGIN],
          projectId: embedProject,
          tenant,
          actor,
          scope: { mode: "create" },
          permissions: {
            saveDraft: true,
            publish: false,
            rename: true,
            delete: true,
            rollback: false,
            preview: true,
            submitForm: false,
          },
        });
        assert.isAtLeast(iat, before);
        assert.isAtMost(nbf, iat);
        assert.strictEqual(exp - iat, FOUR_HOURS);
        assert.strictEqual(Math.floor(Date.parse(String(expires_at)) / 1000), exp);
        assert.isAbove(jti.length, 16);
      }),
    );

    it.effect("has the URL of the form page in fill mode", () =>
      Effect.gen(function* () {
        const scope = { mode: "fill", templateExternalId: TEMPLATE };
        const { iframeUrl, id } = yield* openSession({ scope });
        assert.isTrue(iframeUrl.startsWith(`${EMBED_URL}/form?session=${id}#token=`));
      }),
    );

    it.effect.each([
      [{ templateExternalId: TEMPLATE }, "edit", ["submitForm"]],
      [{}, "create", ["submitForm"]],
      [
        { mode: "view", templateExternalId: TEMPLATE },
        "view",
        ["saveDraft", "publish", "rename", "delete", "rollback", "submitForm"],
      ],
      [
        { mode: "fill", templateExternalId: TEMPLATE },
        "fill",
        ["saveDraft", "publish", "rename", "delete", "rollback"],
      ],
    ] as const)(
      "with the scope %j has the mode %s and its maximum permissions",
      ([scope, mode, denied]) =>
        Effect.gen(function* () {
          const all = ["saveDraft", "publish", "rename", "delete", "rollback", "preview"];
          const permissions = Object.fromEntries(
            [...all, "submitForm"].map((name) => [name, true]),
          );
          const { token } = yield* openSession({ scope, permissions });
          const claims = decodeJwt<{ scope: object; permissions: Record<string, boolean> }>(token);
          assert.deepInclude(claims.scope, { mode });
          const missing = Object.entries(claims.permissions).filter(([, granted]) => !granted);
          assert.sameMembers(
            missing.map(([name]) => name),
            [...denied],
          );
        }),
    );

    it.effect("returns all issues with 422, flat", () =>
      Effect.gen(function* () {
        const rejected = yield* callPartner("POST", PATH, {
          tenant: { externalId: "" },
          actor: { externalId: "a".repeat(161), displayName: 7, email: "nobody" },
          scope: { mode: "own" },
          permissions: { publish: "yes", conquer: true },
          appearance: {
            primaryColor: "red",
            borderRadius: 25,
            theme: "blue",
            title: "x".repeat(81),
          },
          callbacks: { closeUrl: "javascript:alert(1)" },
          form: { redirectUrl: `https://a.example/${"x".repeat(2000)}`, showPreview: "no" },
          catalogRef: { name: "", version: 0 },
        });
        assert.deepStrictEqual(flat(rejected), [422, "invalid_request"]);
        assert.sameMembers(flatPaths(rejected), [
          "tenant.externalId",
          "actor.externalId",
          "actor.displayName",
          "actor.email",
          "scope.mode",
          "permissions.publish",
          "permissions.conquer",
          "appearance.primaryColor",
          "appearance.borderRadius",
          "appearance.theme",
          "appearance.title",
          "callbacks.closeUrl",
          "form.redirectUrl",
          "form.showPreview",
          "catalogRef.name",
          "catalogRef.version",
        ]);
      }),
    );

    it.effect("rejects unknown permissions, also in large bodies", () =>
      Effect.gen(function* () {
        const prefill = { rows: Array.from({ length: 60_000 }, () => 1) };
        const permissions = { publsh: false };
        const rejected = yield* callPartner("POST", PATH, {
          ...SESSION_OWNER,
          permissions,
          form: { prefill },
        });
        assert.deepStrictEqual(flat(rejected), [422, "invalid_request"]);
        assert.deepStrictEqual(flatPaths(rejected), ["permissions.publsh"]);
      }),
    );

    it.effect("requires a template to fill in or view, and accepts at most one catalog", () =>
      Effect.gen(function* () {
        for (const mode of ["fill", "view"]) {
          const rejected = yield* callPartner("POST", PATH, { ...SESSION_OWNER, scope: { mode } });
          assert.deepStrictEqual(flat(rejected), [422, "invalid_request"]);
          assert.deepStrictEqual(flatPaths(rejected), ["scope.templateExternalId"]);
        }
        const variableCatalog = { namespaces: [], loops: [] };
        const catalogRef = { name: "none" };
        const both = yield* callPartner("POST", PATH, {
          ...SESSION_OWNER,
          variableCatalog,
          catalogRef,
        });
        assert.deepStrictEqual(flat(both), [422, "invalid_request"]);
        const unknown = yield* callPartner("POST", PATH, { ...SESSION_OWNER, catalogRef });
        assert.deepStrictEqual(flat(unknown), [404, "catalog_not_found"]);
      }),
    );

    it.effect("limits the size of the context", () =>
      Effect.gen(function* () {
        const fillRequest = {
          ...SESSION_OWNER,
          scope: { mode: "fill", templateExternalId: "order" },
        };
        const requestOf = (length: number) => ({
          ...fillRequest,
          appearance: { logo: "x".repeat(length / 50) },
          form: { prefill: { note: "x".repeat(length) } },
        });
        const rejected = yield* callPartner("POST", PATH, requestOf(1_000_000));
        assert.deepStrictEqual(flat(rejected), [422, "invalid_request"]);
        assert.sameMembers([...flatPaths(rejected)], ["appearance", "form.prefill"]);
        assert.strictEqual((yield* callPartner("POST", PATH, requestOf(900_000))).status, 200);
      }),
    );

    it.effect("accepts only tenants' keys, with flat errors", () =>
      Effect.gen(function* () {
        const { key, accountKey } = yield* ApiServer;
        const { token } = yield* openSession();
        for (const [bearer, code] of [
          ["", "missing_authorization"],
          [key, "invalid_credentials"],
          [accountKey, "invalid_credentials"],
          [token, "invalid_credentials"],
        ] as const) {
          const rejected = yield* callAs(bearer, "POST", PATH, "{", { origin: PARTNER_ORIGIN });
          assert.deepStrictEqual(flat(rejected), [401, code]);
        }
        const broken = yield* callPartner("POST", PATH, "{");
        assert.deepStrictEqual(flat(broken), [400, "invalid_json"]);
        const wrongMethod = yield* callPartner("GET", PATH);
        assert.deepStrictEqual(nested(wrongMethod), [405, "method_not_allowed"]);
      }),
    );
  });

  describe("GET /v1/embed/session", () => {
    it.effect("returns the context of the pages, with unknown fields", () =>
      Effect.gen(function* () {
        const name = { key: "name", label: "Name", dataType: "text", required: true };
        const catalog = {
          allowCustom: true,
          namespaces: [{ key: "customer", label: "Customer", variables: [name] }],
          loops: [],
        };
        const appearance = { theme: "dark", primaryColor: "#0a7d55", logo: { url: "x" } };
        const callbacks = { closeUrl: "https://app.partner.test/done", more: [1] };
        const session = yield* openSession({ variableCatalog: catalog, appearance, callbacks });
        const response = yield* session.call("GET", "/v1/embed/session");
        assert.strictEqual(response.status, 200, response.text);
        const { expiresAt, permissions, ...context } = fieldsOf(response);
        assert.deepStrictEqual(context, {
          sessionId: session.id,
          ...SESSION_OWNER,
          scope: { mode: "create" },
          appearance,
          callbacks,
          catalog,
          form: null,
          template: null,
          allowedOrigins: [PARTNER_ORIGIN],
        });
        const { exp = 0, ...claims } = decodeJwt(session.token);
        assert.deepStrictEqual(permissions, claims["permissions"]);
        assert.strictEqual(Math.floor(Date.parse(String(expiresAt)) / 1000), exp);
      }),
    );

    it.effect("in fill mode, returns the prefill data and the form", () =>
      Effect.gen(function* () {
        const prefill = { customer: { name: "Ada" } };
        const scope = { mode: "fill", templateExternalId: TEMPLATE };
        const form = { prefill, redirectUrl: "https://app.partner.test/thanks" };
        const { call } = yield* openSession({ scope, form });
        assert.deepInclude(fieldsOf(yield* call("GET", "/v1/embed/session")), {
          form: { ...form, showPreview: true },
          // The template does not exist.
          template: null,
        });
      }),
    );
  });
});
