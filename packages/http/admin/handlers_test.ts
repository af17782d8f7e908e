import { assert, layer } from "@effect/vitest";
import { Issues } from "@paraph/core/values";
import { Effect, Schema } from "effect";
import { HttpClient, HttpClientRequest } from "effect/http";
import { HttpApiClient } from "effect/http-api";

import { submitInvoice } from "../_testing/api_client.ts";
import { ADMIN_KEY, apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeForPath, codeOf, fieldsOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";
import { succeedRender } from "../_testing/succeeded_render.ts";
import { Api } from "../api.ts";

const PATH = "/v1/admin/provision";
const CONCURRENT = 50;

/** Provisions or changes an organisation, with the admin key by default. */
const callAdmin = Effect.fnUntraced(function* (method: string, json: object, key = ADMIN_KEY) {
  const { port } = yield* ApiServer;
  const headers = { authorization: `Bearer ${key}` };
  return yield* send(port, { method, path: PATH, headers, body: JSON.stringify(json) });
});

const withKey = Effect.fnUntraced(function* (path: string, key: unknown) {
  const { port } = yield* ApiServer;
  return yield* send(port, { path, headers: { authorization: `Bearer ${String(key)}` } });
});

layer(apiServer, { excludeTestServices: true })("/v1/admin/provision", (it) => {
  it.effect("provisions an organisation and returns its key once", () =>
    Effect.gen(function* () {
      const provision = {
        externalOrgId: "acme",
        name: "Acme Ltd.",
        emailFrom: "Acme <a@b.example>",
      };
      const allowedOrigins = ["https://App.Acme.example/", "https://app.acme.example:443"];
      const createResponse = yield* callAdmin("POST", { ...provision, allowedOrigins });
      assert.strictEqual(createResponse.status, 201);
      const { accountId, projectId, apiKey, keyPrefix, ...rest } = fieldsOf(createResponse);
      assert.deepStrictEqual(rest, {
        externalOrgId: "acme",
        slug: "acme-ltd",
        emailFrom: "Acme <a@b.example>",
        allowedOrigins: ["https://app.acme.example"],
        embedEnabled: true,
        suspended: false,
        created: true,
      });
      assert.strictEqual(String(apiKey).slice(0, 14), keyPrefix);
      assert.strictEqual((yield* withKey("/v1/templates", apiKey)).status, 200);
      const again = yield* callAdmin("POST", { externalOrgId: "acme", embedEnabled: false });
      assert.strictEqual(again.status, 200);
      const same = { accountId, projectId, keyPrefix, ...rest, apiKey: null, created: false };
      assert.deepStrictEqual(fieldsOf(again), same);
    }),
  );

  it.effect("rotates a key and revokes the old one", () =>
    Effect.gen(function* () {
      const { apiKey: first } = fieldsOf(yield* callAdmin("POST", { externalOrgId: "rotated" }));
      const provision = { externalOrgId: "rotated", rotateKey: true };
      const { apiKey: second, created } = fieldsOf(yield* callAdmin("POST", provision));
      assert.isFalse(created);
      assert.strictEqual((yield* withKey("/v1/templates", first)).status, 401);
      assert.strictEqual((yield* withKey("/v1/templates", second)).status, 200);
    }),
  );

  it.effect(`${CONCURRENT} concurrent requests create one organisation with one key`, () =>
    Effect.gen(function* () {
      const responses = yield* Effect.all(
        Array.from({ length: CONCURRENT }, () => callAdmin("POST", { externalOrgId: "crowd" })),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(responses.filter(({ status }) => status === 201).length, 1);
      assert.strictEqual(responses.filter(({ status }) => status === 200).length, CONCURRENT - 1);
      const organisations = responses.map(fieldsOf);
      assert.strictEqual(new Set(organisations.map(({ projectId }) => projectId)).size, 1);
      assert.strictEqual(new Set(organisations.map(({ accountId }) => accountId)).size, 1);
      assert.strictEqual(organisations.filter(({ apiKey }) => apiKey !== null).length, 1);
    }),
  );

  it.effect("a suspended integrator cannot use embed routes, but other routes work", () =>
    Effect.gen(function* () {
      const { apiKey } = fieldsOf(yield* callAdmin("POST", { externalOrgId: "suspended" }));
      const path = "/v1/embed/renders/01900000-0000-7000-8000-000000000000/download";
      const responses = Effect.map(withKey(path, apiKey), (response) => [
        response.status,
        codeOf(response),
      ]);
      const change = (json: object) => callAdmin("PATCH", { externalOrgId: "suspended", ...json });
      assert.deepStrictEqual(yield* responses, [404, "not_found"]);
      const suspension = yield* change({ suspended: true });
      assert.deepInclude(fieldsOf(suspension), { suspended: true, apiKey: null, created: false });
      assert.deepStrictEqual(yield* responses, [403, "partner_suspended"]);
      assert.strictEqual((yield* withKey("/v1/templates", apiKey)).status, 200);
      // Authentication comes first.
      yield* change({ embedEnabled: false });
      assert.deepStrictEqual(yield* responses, [401, "invalid_credentials"]);
      yield* change({ suspended: false, embedEnabled: true });
      assert.deepStrictEqual(yield* responses, [404, "not_found"]);
    }),
  );

  it.effect("a project without provisioning can download its own documents", () =>
    Effect.gen(function* () {
      const { key } = yield* ApiServer;
      const { id } = yield* submitInvoice("unprovisioned");
      yield* succeedRender(id, Buffer.from("%PDF-1.7\n%%EOF\n"));
      assert.strictEqual((yield* withKey(`/v1/embed/renders/${id}/download`, key)).status, 200);
    }),
  );

  it.effect("returns all issues, flat", () =>
    Effect.gen(function* () {
      const rejection = yield* callAdmin("POST", {
        externalOrgId: "x".repeat(161),
        name: "",
        emailFrom: "A\r\nBcc: b@c <a@b.example>",
        allowedOrigins: ["https://a.example/path", "https://ok.example"],
        rotateKey: "yes",
      });
      assert.deepStrictEqual(
        [rejection.status, codeForPath(PATH, rejection)],
        [400, "invalid_request"],
      );
      const { fieldErrors } = yield* Schema.decodeUnknownEffect(Issues)(
        fieldsOf(rejection)["issues"],
      );
      assert.sameMembers(Object.keys(fieldErrors), [
        "externalOrgId",
        "name",
        "emailFrom",
        "allowedOrigins.0",
        "rotateKey",
      ]);
      const unstorable = yield* callAdmin("POST", { externalOrgId: "a\0b" });
      assert.strictEqual(codeForPath(PATH, unstorable), "invalid_request");
    }),
  );

  it.effect("accepts only the admin key", () =>
    Effect.gen(function* () {
      const { key, accountKey } = yield* ApiServer;
      const otherCredentials = [
        key,
        accountKey,
        "",
        ADMIN_KEY.slice(0, -1),
        `${ADMIN_KEY}x`,
        ADMIN_KEY.toUpperCase(),
      ];
      for (const method of ["POST", "PATCH"]) {
        for (const credential of otherCredentials) {
          const rejection = yield* callAdmin(method, { externalOrgId: "unauthorized" }, credential);
          assert.deepStrictEqual(
            [rejection.status, codeForPath(PATH, rejection)],
            [401, "unauthorized"],
          );
          assert.strictEqual(rejection.headers["www-authenticate"], "Bearer");
        }
      }
      for (const path of ["/v1/templates", "/v1/projects"]) {
        assert.strictEqual((yield* withKey(path, ADMIN_KEY)).status, 401);
      }
    }),
  );

  it.effect("a typed client gets failures as their classes", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      const client = yield* HttpApiClient.make(Api, {
        baseUrl: `http://127.0.0.1:${port}`,
        transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(ADMIN_KEY)),
      });
      const payload = { externalOrgId: "typed" };
      const unknown = yield* Effect.flip(client.admin.change({ payload }));
      assert.strictEqual(unknown._tag, "not_found");
      const { created } = yield* client.admin.provision({ headers: {}, payload });
      assert.isTrue(created);
    }),
  );
});
