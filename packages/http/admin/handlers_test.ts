import { assert, layer } from "@effect/vitest";
import { Issues } from "@paraph/core/values";
import { Effect, Schema } from "effect";
import { HttpClient, HttpClientRequest } from "effect/http";
import { HttpApiClient } from "effect/http-api";

import { submitInvoice } from "../_testing/api_client.ts";
import { ADMIN_KEY, apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeAt, codeOf, fieldsOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";
import { succeedRender } from "../_testing/succeeded_render.ts";
import { Api } from "../api.ts";

const PATH = "/v1/admin/provision";
const AT_ONCE = 50;

/** Provisions or changes what a body says, with the admin key unless another one is given. */
const admin = Effect.fnUntraced(function* (method: string, json: object, key = ADMIN_KEY) {
  const { port } = yield* ApiServer;
  const headers = { authorization: `Bearer ${key}` };
  return yield* send(port, { method, path: PATH, headers, body: JSON.stringify(json) });
});

const withKey = Effect.fnUntraced(function* (path: string, key: unknown) {
  const { port } = yield* ApiServer;
  return yield* send(port, { path, headers: { authorization: `Bearer ${String(key)}` } });
});

layer(apiServer, { excludeTestServices: true })("/v1/admin/provision", (it) => {
  it.effect("opens an organisation and shows its key once", () =>
    Effect.gen(function* () {
      const wanted = { externalOrgId: "acme", name: "Acme Ltd.", emailFrom: "Acme <a@b.example>" };
      const allowedOrigins = ["https://App.Acme.example/", "https://app.acme.example:443"];
      const created = yield* admin("POST", { ...wanted, allowedOrigins });
      assert.strictEqual(created.status, 201);
      const { accountId, projectId, apiKey, keyPrefix, ...rest } = fieldsOf(created);
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
      const again = yield* admin("POST", { externalOrgId: "acme", embedEnabled: false });
      assert.strictEqual(again.status, 200);
      const same = { accountId, projectId, keyPrefix, ...rest, apiKey: null, created: false };
      assert.deepStrictEqual(fieldsOf(again), same);
    }),
  );

  it.effect("replaces a key, the old one opens nothing from then on", () =>
    Effect.gen(function* () {
      const { apiKey: first } = fieldsOf(yield* admin("POST", { externalOrgId: "rotated" }));
      const wanted = { externalOrgId: "rotated", rotateKey: true };
      const { apiKey: second, created } = fieldsOf(yield* admin("POST", wanted));
      assert.isFalse(created);
      assert.strictEqual((yield* withKey("/v1/templates", first)).status, 401);
      assert.strictEqual((yield* withKey("/v1/templates", second)).status, 200);
    }),
  );

  it.effect(`${AT_ONCE} at once are one organisation with one key`, () =>
    Effect.gen(function* () {
      const answers = yield* Effect.all(
        Array.from({ length: AT_ONCE }, () => admin("POST", { externalOrgId: "crowd" })),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(answers.filter(({ status }) => status === 201).length, 1);
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, AT_ONCE - 1);
      const made = answers.map(fieldsOf);
      assert.strictEqual(new Set(made.map(({ projectId }) => projectId)).size, 1);
      assert.strictEqual(new Set(made.map(({ accountId }) => accountId)).size, 1);
      assert.strictEqual(made.filter(({ apiKey }) => apiKey !== null).length, 1);
    }),
  );

  it.effect("a suspended partner fetches nothing through embed routes, and works elsewhere", () =>
    Effect.gen(function* () {
      const { apiKey } = fieldsOf(yield* admin("POST", { externalOrgId: "suspended" }));
      const path = "/v1/embed/renders/01900000-0000-7000-8000-000000000000/download";
      const answers = Effect.map(withKey(path, apiKey), (answer) => [
        answer.status,
        codeOf(answer),
      ]);
      const change = (json: object) => admin("PATCH", { externalOrgId: "suspended", ...json });
      assert.deepStrictEqual(yield* answers, [404, "not_found"]);
      const suspended = yield* change({ suspended: true });
      assert.deepInclude(fieldsOf(suspended), { suspended: true, apiKey: null, created: false });
      assert.deepStrictEqual(yield* answers, [403, "partner_suspended"]);
      assert.strictEqual((yield* withKey("/v1/templates", apiKey)).status, 200);
      // What a credential opens comes first.
      yield* change({ embedEnabled: false });
      assert.deepStrictEqual(yield* answers, [401, "invalid_credentials"]);
      yield* change({ suspended: false, embedEnabled: true });
      assert.deepStrictEqual(yield* answers, [404, "not_found"]);
    }),
  );

  it.effect("a project that nobody provisioned fetches its own documents all the same", () =>
    Effect.gen(function* () {
      const { key } = yield* ApiServer;
      const { id } = yield* submitInvoice("unprovisioned");
      yield* succeedRender(id, Buffer.from("%PDF-1.7\n%%EOF\n"));
      assert.strictEqual((yield* withKey(`/v1/embed/renders/${id}/download`, key)).status, 200);
    }),
  );

  it.effect("tells every problem at once, flat", () =>
    Effect.gen(function* () {
      const refused = yield* admin("POST", {
        externalOrgId: "x".repeat(161),
        name: "",
        emailFrom: "A\r\nBcc: b@c <a@b.example>",
        allowedOrigins: ["https://a.example/path", "https://ok.example"],
        rotateKey: "yes",
      });
      assert.deepStrictEqual([refused.status, codeAt(PATH, refused)], [400, "invalid_request"]);
      const { fieldErrors } = yield* Schema.decodeUnknownEffect(Issues)(
        fieldsOf(refused)["issues"],
      );
      assert.sameMembers(Object.keys(fieldErrors), [
        "externalOrgId",
        "name",
        "emailFrom",
        "allowedOrigins.0",
        "rotateKey",
      ]);
      const unstorable = yield* admin("POST", { externalOrgId: "a\0b" });
      assert.strictEqual(codeAt(PATH, unstorable), "invalid_request");
    }),
  );

  it.effect("takes the admin key and no other, wherever it comes from", () =>
    Effect.gen(function* () {
      const { key, accountKey } = yield* ApiServer;
      const wrong = [
        key,
        accountKey,
        "",
        ADMIN_KEY.slice(0, -1),
        `${ADMIN_KEY}x`,
        ADMIN_KEY.toUpperCase(),
      ];
      for (const method of ["POST", "PATCH"]) {
        for (const credential of wrong) {
          const refused = yield* admin(method, { externalOrgId: "nobody" }, credential);
          assert.deepStrictEqual([refused.status, codeAt(PATH, refused)], [401, "unauthorized"]);
          assert.strictEqual(refused.headers["www-authenticate"], "Bearer");
        }
      }
      for (const path of ["/v1/templates", "/v1/projects"]) {
        assert.strictEqual((yield* withKey(path, ADMIN_KEY)).status, 401);
      }
    }),
  );

  it.effect("a typed client gets the failures of the API as their classes", () =>
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
