import { assert, describe, it as test, layer } from "@effect/vitest";
import { Effect, SchemaAST } from "effect";
import { HttpApi } from "effect/http-api";

import { ApiServer } from "../../packages/http/_testing/api_server.ts";
import { codeForPath, codeOf, expectedStatus } from "../../packages/http/_testing/body.ts";
import { Api } from "../../packages/http/api.ts";
import {
  CASES,
  CHANGE,
  COPY,
  CREATE,
  DOTTED_PUBLICATION,
  EMAIL,
  EVENT,
  PROJECT,
  PROVISION,
  PUBLISH,
  VIEWER_EVENT,
  RENAME,
  RENDER,
  REVOKE,
  SHARE,
} from "./contract_cases.ts";
import { ID, LARGE, NO_KEY, type Request } from "./contract_request.ts";
import { call, contractServer } from "./contract_server.ts";

/** Failures that no single request causes; faults and races have separate tests. */
const UNTESTED_CODES = new Set([
  "internal_error",
  "queue_unavailable",
  "version_conflict",
  "partner_suspended",
  "rate_limited",
  // External signature providers cause these, or a deployment without one.
  "signature_credits_exhausted",
  "signature_provider_error",
  "signatures_unavailable",
  "upstream_error",
  // The database has to fail at the right moment.
  "insert_failed",
]);

/** Listed codes that never occur: PUT republishes an existing slug, although the interface lists a conflict. */
const IMPOSSIBLE_CODES = new Set([
  "templates.publish slug_conflict",
  // Another provider, or a database that was tampered with.
  "signatures.audit invalid_request",
  "signatures.audit conflict",
]);

describe("the cases", () => {
  test("cause every failure that an endpoint lists", () => {
    const codesByEndpoint: Record<string, ReadonlyArray<string>> = {};
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ group, endpoint, errors }) => {
        const name = `${group.identifier}.${endpoint.identifier}`;
        const codes = [...errors.values()].flat().map(({ ast }) => {
          const name = String(SchemaAST.resolveIdentifier(SchemaAST.toEncoded(ast)));
          return name.replace(/^flat_/, "");
        });
        // Unreadable databases and documents are the subject of other suites.
        const isReadiness = name === "health.ready";
        const testableCodes = codes.filter(
          (code) => !UNTESTED_CODES.has(code) && (code !== "not_ready" || isReadiness),
        );
        codesByEndpoint[name] = [...new Set(testableCodes)]
          .filter((code) => !IMPOSSIBLE_CODES.has(`${name} ${code}`))
          .toSorted();
      },
    });
    const caseCodes = Object.entries(CASES).map(([name, cases]) => [
      name,
      Object.keys(cases).toSorted(),
    ]);
    assert.deepEqual(Object.fromEntries(caseCodes), codesByEndpoint);
  });
});

layer(contractServer, { excludeTestServices: true })("the contract", (it) => {
  for (const [endpoint, cases] of Object.entries(CASES)) {
    for (const [code, request] of Object.entries(cases)) {
      it.effect(`${endpoint} fails with ${code}`, () =>
        Effect.gen(function* () {
          const response = yield* call(request);
          const { path = "", method = "GET" } = request;
          const actual = codeForPath(path, response, method);
          assert.strictEqual<string | undefined>(actual, code, response.text);
          assert.strictEqual(response.status, actual && expectedStatus(path, method, actual));
          assert.strictEqual(response.headers["content-type"], "application/json");
        }),
      );
    }
  }

  describe("the order of checks", () => {
    const first = (code: string, request: Request) =>
      it.effect(code, () =>
        Effect.gen(function* () {
          const { path = "", method } = request;
          const actual = codeForPath(path, yield* call(request), method);
          assert.strictEqual<string | undefined>(actual, code);
        }),
      );

    describe("a path that does not exist comes before the key", () => {
      first("not_found", { path: "/v1/nowhere", ...NO_KEY });
      first("method_not_allowed", { path: "/v1/templates", method: "PATCH", ...NO_KEY });
    });
    describe("the key comes before the template", () => {
      first("unauthorized", { ...RENDER, path: "/v1/templates/unknown/render", ...NO_KEY });
      first("unauthorized", { ...PUBLISH, path: "/v1/templates/Not_Kebab", body: "{", ...NO_KEY });
      first("unauthorized", { ...RENDER, body: LARGE, ...NO_KEY });
      first("unauthorized", { path: "/v1/renders?limit=x", ...NO_KEY });
    });
    describe("the template comes before the body", () => {
      const path = "/v1/templates/unknown/render";
      first("template_not_found", { ...RENDER, path, body: "{" });
      first("template_not_found", { ...RENDER, path, body: LARGE });
      first("template_not_found", { ...RENDER, path, headers: { "idempotency-key": "" } });
    });
    describe("the key comes before the project, the project before the body", () => {
      const theirs = { path: "/v1/projects/{theirs}" };
      first("unauthorized", { ...RENAME, ...theirs, body: "{", ...NO_KEY });
      for (const path of [theirs.path, `/v1/projects/${ID}`, "/v1/projects/no-id"]) {
        first("not_found", { ...RENAME, path, body: "{" });
        first("not_found", { ...RENAME, path, body: LARGE });
        first("not_found", { ...COPY, path: `${path}/templates/copy`, json: {} });
        const headers = { "idempotency-key": "" };
        first("not_found", { ...COPY, path: `${path}/templates/copy`, headers });
      }
      first("not_found", { ...REVOKE, path: `${PROJECT}/keys/no-id` });
      first("invalid_request", { ...COPY, headers: { "idempotency-key": "é" }, body: "{" });
    });
    describe("the admin key comes before the body, the body before the organisation", () => {
      first("unauthorized", { ...PROVISION, body: "{", ...NO_KEY });
      first("unauthorized", { ...PROVISION, body: LARGE, as: "account" });
      first("invalid_json", { ...CHANGE, body: "{" });
      first("method_not_allowed", { path: PROVISION.path, ...NO_KEY });
      first("not_found", { path: "/v1/admin/nowhere", ...NO_KEY });
    });
    describe("the slug of a publication comes before its body", () => {
      first("invalid_request", { ...PUBLISH, path: "/v1/templates/Not_Kebab", body: "{" });
    });
    describe("JSON comes before its shape, its shape before the rules", () => {
      first("invalid_json", { ...RENDER, body: '{"data":1' });
      first("invalid_request", { ...RENDER, json: { data: {}, jobId: "" } });
      first("invalid_request", { ...CREATE, json: { ...DOTTED_PUBLICATION, name: "" } });
    });
    describe("the key comes before the render, the render before the body", () => {
      for (const request of [SHARE, EMAIL, EVENT]) {
        first("unauthorized", { ...request, body: "{", ...NO_KEY });
        for (const id of [ID, "no-id"]) {
          const path = request.path.replace("{render}", id);
          first("not_found", { ...request, path, body: "{" });
          first("not_found", { ...request, path, body: LARGE });
        }
      }
      first("forbidden", { ...EVENT, path: `/v1/renders/${ID}/events`, as: "deleted" });
      first("unauthorized", { ...SHARE, as: "deleted" });
      const headers = { "idempotency-key": "é" };
      first("not_found", { ...SHARE, path: `/v1/renders/${ID}/shares`, headers });
      first("invalid_request", { ...SHARE, headers, body: "{" });
    });
    describe("the body comes before the state of the render", () => {
      const path = "/v1/renders/{queued}/shares";
      first("invalid_json", { ...SHARE, path, body: "{" });
      first("invalid_request", { ...SHARE, path, json: { message: "x".repeat(2001) } });
      first("invalid_request", { ...SHARE, path, json: { expiresAt: "2020-01-01T00:00:00Z" } });
      first("conflict", { ...SHARE, path });
    });
    describe("the link comes before the body", () => {
      first("gone", { ...VIEWER_EVENT, body: "{" });
      first("gone", { ...VIEWER_EVENT, body: LARGE });
      first("not_found", { ...VIEWER_EVENT, path: "/share/unknown/events", body: "{" });
    });
    describe("for a tenant, the key comes before the body, the body before the rules", () => {
      const sessions = { path: "/v1/embed/sessions", method: "POST", as: "partner" } as const;
      first("missing_authorization", { ...sessions, body: "{", ...NO_KEY });
      first("invalid_credentials", { ...sessions, body: LARGE, as: "account" });
      first("invalid_json", { ...sessions, body: "{" });
      first("invalid_request", { ...sessions, json: { catalogRef: { name: "unknown" } } });
      const end = { method: "DELETE", path: "/v1/embed/sessions/no-id" };
      first("missing_authorization", { ...end, ...NO_KEY });
      first("not_found", { ...end, as: "partner" });
    });
    describe("the template comes before the permission, the permission before the body", () => {
      const method = "PUT";
      for (const id of [ID, "no-id"]) {
        const path = `/v1/embed/builder/templates/${id}`;
        first("template_not_found", { method, path, body: "{", as: "denied" });
        first("missing_or_invalid_authorization", { method, path, body: "{", ...NO_KEY });
      }
      const path = "/v1/embed/builder/templates/{draft}";
      first("permission_denied", { method, path, body: LARGE, as: "denied" });
      first("invalid_json", { method, path, body: "{", as: "edit" });
    });
    describe("the form comes before its headers, those before the body", () => {
      const headers = { "idempotency-key": "é" };
      const form = { method: "POST", path: "/v1/embed/form-submit/{fillSession}", body: "{" };
      first("session_not_found", {
        ...form,
        path: `/v1/embed/form-submit/${ID}`,
        headers,
        as: "fill",
      });
      first("missing_authorization", { ...form, path: `/v1/embed/form-submit/${ID}`, ...NO_KEY });
      first("invalid_request", { ...form, headers, as: "fill" });
      first("invalid_json", { ...form, as: "fill" });
    });
    describe("the version comes before the data", () => {
      first("version_not_found", { ...RENDER, json: { data: {}, options: { versionNumber: 9 } } });
    });
  });

  describe("keys", () => {
    it.effect("are refused unless they are live project keys of this deployment", () =>
      Effect.gen(function* () {
        const { key, accountKey } = yield* ApiServer;
        for (const authorization of [
          "",
          "Bearer",
          "Bearer ",
          key,
          `Basic ${key}`,
          `Bearer ${accountKey}`,
          `Bearer ${key}x`,
          `Bearer ${key.replace("svc_test_", "svc_live_")}`,
          `Bearer svc_test_${"a".repeat(43)}`,
          `Bearer ${"a".repeat(5000)}`,
        ]) {
          const { path, ...rest } = { path: "/v1/templates", headers: { authorization } };
          const response = yield* call({ path, ...rest, ...NO_KEY });
          assert.deepEqual(
            [response.status, codeOf(response)],
            [401, "unauthorized"],
            authorization,
          );
          assert.strictEqual(response.headers["www-authenticate"], "Bearer");
        }
        const lower = yield* call({
          path: "/v1/templates",
          headers: { authorization: `bearer ${key}` },
        });
        assert.strictEqual(lower.status, 200);
      }),
    );

    it.effect("never reveal the resources of another project", () =>
      Effect.gen(function* () {
        const { otherKey } = yield* ApiServer;
        const headers = { authorization: `Bearer ${otherKey}` };
        for (const path of [
          "",
          "/versions",
          "/versions/1",
          "/versions/1/pages/1.png",
          "/sample-data",
        ].map((end) => `/v1/templates/known${end}`)) {
          const theirs = yield* call({ path, headers });
          const unknownTemplate = yield* call({ path: path.replace("known", "unknown"), headers });
          assert.deepEqual([theirs.status, theirs.text], [404, unknownTemplate.text]);
        }
        const list = yield* call({ path: "/v1/templates", headers });
        assert.deepEqual(list.json, { templates: [] });
      }),
    );
  });
});
