import { assert, describe, layer } from "@effect/vitest";
import { Clock, Effect, Schema } from "effect";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";

import {
  apiServer,
  ApiServer,
  BASE_URL,
  EMBED_URL,
  INTEGRATOR_ORIGIN,
} from "../../_testing/api_server.ts";
import { codeForPath, codeOf, fieldsOf } from "../../_testing/body.ts";
import { callAs, callAsIntegrator, openSession, SESSION_OWNER } from "../../_testing/embedding.ts";
import { type RawResponse, send } from "../../_testing/http_client.ts";

const PATH = "/v1/embed/sessions";
const FOUR_HOURS = 4 * 60 * 60;
const TEMPLATE = "01900000-0000-7000-8000-000000000000";

const flatOutcome = (response: RawResponse) => [
  response.status,
  codeForPath(PATH, response, "POST"),
];
const nestedOutcome = (response: RawResponse) => [response.status, codeOf(response)];

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
        const createResponse = yield* callAsIntegrator("POST", PATH, request);
        assert.strictEqual(createResponse.status, 200, createResponse.text);
        const { session_id, session_token, iframe_url, expires_at, renew_token, ...rest } =
          fieldsOf(createResponse);
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
        const verification = yield* Effect.promise(() =>
          jwtVerify(token, createLocalJWKSet({ keys: [...jwks.keys] }), {
            issuer: BASE_URL,
            audience: INTEGRATOR_ORIGIN,
            algorithms: ["EdDSA"],
          }),
        );
        const { payload, protectedHeader } = verification;
        assert.deepStrictEqual(protectedHeader, {
          alg: "EdDSA",
          typ: "JWT",
          kid: jwks.keys[0]?.kid ?? assert.fail(),
        });
        const { iat = 0, nbf = 0, exp = 0, jti = "", ...claims } = payload;
        assert.deepStrictEqual(claims, {
          iss: BASE_URL,
          sub,
          aud: [INTEGRATOR_ORIGIN],
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
            send: false,
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
      [{ templateExternalId: TEMPLATE }, "edit", ["submitForm", "send"]],
      [{}, "create", ["submitForm", "send"]],
      [
        { mode: "view", templateExternalId: TEMPLATE },
        "view",
        ["saveDraft", "publish", "rename", "delete", "rollback", "submitForm", "send"],
      ],
      [
        { mode: "fill", templateExternalId: TEMPLATE },
        "fill",
        ["saveDraft", "publish", "rename", "delete", "rollback", "send"],
      ],
      [
        { mode: "send", renderId: TEMPLATE },
        "send",
        ["saveDraft", "publish", "rename", "delete", "rollback", "preview", "submitForm"],
      ],
    ] as const)(
      "with the scope %j has the mode %s and its maximum permissions",
      ([scope, mode, deniedRights]) =>
        Effect.gen(function* () {
          const all = ["saveDraft", "publish", "rename", "delete", "rollback", "preview"];
          const permissions = Object.fromEntries(
            [...all, "submitForm", "send"].map((name) => [name, true]),
          );
          const { token } = yield* openSession({ scope, permissions });
          const claims = decodeJwt<{ scope: object; permissions: Record<string, boolean> }>(token);
          assert.deepInclude(claims.scope, { mode });
          const missing = Object.entries(claims.permissions).filter(([, isGranted]) => !isGranted);
          assert.sameMembers(
            missing.map(([name]) => name),
            [...deniedRights],
          );
        }),
    );

    it.effect("returns all issues with 422, flat", () =>
      Effect.gen(function* () {
        const rejection = yield* callAsIntegrator("POST", PATH, {
          tenant: { externalId: "" },
          actor: { externalId: "a".repeat(161), displayName: 7, email: "unknown" },
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
        assert.deepStrictEqual(flatOutcome(rejection), [422, "invalid_request"]);
        assert.sameMembers(flatPaths(rejection), [
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
        const rejection = yield* callAsIntegrator("POST", PATH, {
          ...SESSION_OWNER,
          permissions,
          form: { prefill },
        });
        assert.deepStrictEqual(flatOutcome(rejection), [422, "invalid_request"]);
        assert.deepStrictEqual(flatPaths(rejection), ["permissions.publsh"]);
      }),
    );

    it.effect("requires a template to fill in or view, and accepts at most one catalog", () =>
      Effect.gen(function* () {
        for (const mode of ["fill", "view"]) {
          const rejection = yield* callAsIntegrator("POST", PATH, {
            ...SESSION_OWNER,
            scope: { mode },
          });
          assert.deepStrictEqual(flatOutcome(rejection), [422, "invalid_request"]);
          assert.deepStrictEqual(flatPaths(rejection), ["scope.templateExternalId"]);
        }
        const variableCatalog = { namespaces: [], loops: [] };
        const catalogRef = { name: "none" };
        const both = yield* callAsIntegrator("POST", PATH, {
          ...SESSION_OWNER,
          variableCatalog,
          catalogRef,
        });
        assert.deepStrictEqual(flatOutcome(both), [422, "invalid_request"]);
        const unknown = yield* callAsIntegrator("POST", PATH, { ...SESSION_OWNER, catalogRef });
        assert.deepStrictEqual(flatOutcome(unknown), [404, "catalog_not_found"]);
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
        const rejection = yield* callAsIntegrator("POST", PATH, requestOf(1_000_000));
        assert.deepStrictEqual(flatOutcome(rejection), [422, "invalid_request"]);
        assert.sameMembers([...flatPaths(rejection)], ["appearance", "form.prefill"]);
        assert.strictEqual((yield* callAsIntegrator("POST", PATH, requestOf(900_000))).status, 200);
      }),
    );

    it.effect("accepts only integrators' keys, with flat errors", () =>
      Effect.gen(function* () {
        const { key, accountKey } = yield* ApiServer;
        const { token } = yield* openSession();
        for (const [bearer, code] of [
          ["", "missing_authorization"],
          [key, "invalid_credentials"],
          [accountKey, "invalid_credentials"],
          [token, "invalid_credentials"],
        ] as const) {
          const rejection = yield* callAs(bearer, "POST", PATH, "{", { origin: INTEGRATOR_ORIGIN });
          assert.deepStrictEqual(flatOutcome(rejection), [401, code]);
        }
        const invalidBody = yield* callAsIntegrator("POST", PATH, "{");
        assert.deepStrictEqual(flatOutcome(invalidBody), [400, "invalid_json"]);
        const wrongMethod = yield* callAsIntegrator("GET", PATH);
        assert.deepStrictEqual(nestedOutcome(wrongMethod), [405, "method_not_allowed"]);
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
          projectLanguage: "en",
          allowedOrigins: [INTEGRATOR_ORIGIN],
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
