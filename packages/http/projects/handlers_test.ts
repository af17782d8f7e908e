import { assert, layer } from "@effect/vitest";
import { RenderJob } from "@paraph/core/renders";
import { RenderId } from "@paraph/core/values";
import { imageFetcherHttp } from "@paraph/integrations/images";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { DateTime, Effect, Layer, Schema } from "effect";

import { INVOICE, INVOICE_DATA, publishInvoice } from "../_testing/api_client.ts";
import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeOf, issuePaths, fieldsOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";

const NO_BRANDING = {
  name: null,
  logo: null,
  logoUrl: null,
  primaryColor: null,
  replyTo: null,
  footer: null,
};

const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

/** Sends JSON with a key, by default the account key. */
const call = Effect.fnUntraced(function* (
  method: string,
  path: string,
  json?: unknown,
  options: { readonly key?: string; readonly idempotencyKey?: string } = {},
) {
  const { port, accountKey } = yield* ApiServer;
  const { key = accountKey, idempotencyKey } = options;
  const headers = {
    authorization: `Bearer ${key}`,
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
  };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return yield* send(port, { method, path, headers, ...body });
});

const Lists = Schema.Record(
  Schema.String,
  Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
);

/** The list of a response under a name. */
const listItems = Effect.fnUntraced(function* (path: string, name: string) {
  const { json } = yield* call("GET", path);
  const lists = yield* Effect.orDie(Schema.decodeUnknownEffect(Lists)(json));
  return lists[name] ?? [];
});

const idOf = (response: Parameters<typeof fieldsOf>[0]) => String(fieldsOf(response)["id"]);

const createProject = Effect.map(call("POST", "/v1/projects", { name: "Fresh" }), idOf);

layer(apiServer, { excludeTestServices: true })("projects", (it) => {
  it.effect("are created (201), listed newest first, read, renamed and deleted", () =>
    Effect.gen(function* () {
      const createResponse = yield* call("POST", "/v1/projects", { name: "Crème & Co." });
      assert.strictEqual(createResponse.status, 201);
      const project = fieldsOf(createResponse);
      assert.deepEqual(Object.keys(project).toSorted(), [
        "branding",
        "createdAt",
        "id",
        "language",
        "name",
        "publicDownloads",
        "slug",
        "updatedAt",
      ]);
      assert.strictEqual(project["slug"], "creme-co");
      assert.deepInclude(project, { branding: NO_BRANDING, language: "en" });
      const path = `/v1/projects/${String(project["id"])}`;
      assert.deepEqual((yield* call("GET", path)).json, project);

      const renameResponse = yield* call("PATCH", path, { name: "Other", slug: "ignored" });
      const { updatedAt, warnings, ...rest } = fieldsOf(renameResponse);
      assert.nestedPropertyVal(warnings, "0.path", "slug");
      assert.strictEqual(renameResponse.status, 200);
      const { updatedAt: before, ...unchanged } = project;
      assert.deepEqual(rest, { ...unchanged, name: "Other" });
      assert.isTrue(String(updatedAt) > String(before));

      const projects = yield* listItems("/v1/projects", "projects");
      const { logo: _, ...branding } = NO_BRANDING;
      assert.deepEqual(projects[0], { ...rest, branding, updatedAt });

      const deleteResponse = yield* call("DELETE", path);
      assert.deepEqual(
        [deleteResponse.status, deleteResponse.json],
        [200, { id: project["id"], deleted: true }],
      );
      for (const method of ["DELETE", "GET"]) {
        const again = yield* call(method, path);
        assert.deepEqual([again.status, codeOf(again)], [404, "not_found"]);
      }
      const next = yield* call("POST", "/v1/projects", { name: "Crème & Co." });
      assert.strictEqual(fieldsOf(next)["slug"], "creme-co-1");
    }),
  );

  it.effect("50 concurrent creations with one Idempotency-Key create one project", () =>
    Effect.gen(function* () {
      const create = call("POST", "/v1/projects", { name: "Once" }, { idempotencyKey: "once" });
      const responses = yield* Effect.all(
        Array.from({ length: 50 }, () => create),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(new Set(responses.map(idOf)).size, 1);
      const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
      assert.deepEqual(statuses, [...Array.from({ length: 49 }, () => 200), 201]);
      yield* call("PATCH", `/v1/projects/${idOf(responses[0]!)}`, { name: "Renamed since" });
      const replay = yield* create;
      assert.deepEqual([replay.status, fieldsOf(replay)["name"]], [200, "Renamed since"]);
      const invalidKey = yield* call("POST", "/v1/projects", {}, { idempotencyKey: "é" });
      assert.deepEqual(issuePaths(invalidKey), ["headers.idempotency-key"]);
    }),
  );

  it.effect("refuse a revoked key at once, however many requests are read together", () =>
    Effect.gen(function* () {
      const id = yield* createProject;
      const path = `/v1/projects/${id}/keys`;
      for (let round = 0; round < 25; round++) {
        const created = fieldsOf(yield* call("POST", path));
        const use = call("GET", "/v1/templates", undefined, { key: String(created["key"]) });
        const concurrent = Array.from({ length: 8 }, () => use);
        const revoke = call("DELETE", `${path}/${String(created["id"])}`);
        yield* Effect.all([...concurrent, revoke, ...concurrent], { concurrency: "unbounded" });
        const responses = yield* Effect.all(concurrent, { concurrency: "unbounded" });
        assert.deepEqual([...new Set(responses.map(({ status }) => status))], [401]);
      }
    }),
  );

  it.effect("have keys that can be created, used, listed and revoked", () =>
    Effect.gen(function* () {
      const id = yield* createProject;
      const path = `/v1/projects/${id}/keys`;
      const createdKey = yield* call("POST", path, { name: "CI" });
      assert.strictEqual(createdKey.status, 201);
      const { key, ...createdFields } = fieldsOf(createdKey);
      assert.match(String(key), /^svc_test_[A-Za-z0-9_-]{43}$/);
      assert.deepEqual(Object.keys(createdFields).toSorted(), [
        "createdAt",
        "id",
        "name",
        "prefix",
        "projectId",
      ]);
      assert.strictEqual(createdFields["projectId"], id);
      // The body may be empty or absent.
      for (const body of [{}, undefined]) {
        assert.strictEqual(fieldsOf(yield* call("POST", path, body))["name"], "API key");
      }

      const use = call("GET", "/v1/templates", undefined, { key: String(key) });
      assert.strictEqual((yield* use).status, 200);
      const keys = yield* listItems(path, "keys");
      assert.strictEqual(keys.length, 3);
      const { projectId: _, ...info } = createdFields;
      const { lastUsedAt, ...oldest } = keys[2] ?? {};
      assert.deepEqual(oldest, { ...info, revokedAt: null });
      assert.isString(lastUsedAt);

      const revokeResponse = yield* call("DELETE", `${path}/${String(createdFields["id"])}`);
      assert.strictEqual(revokeResponse.status, 200);
      assert.deepEqual(Object.keys(fieldsOf(revokeResponse)).toSorted(), ["id", "revokedAt"]);
      assert.deepEqual([(yield* use).status, codeOf(yield* use)], [401, "unauthorized"]);
      assert.strictEqual(
        (yield* call("DELETE", `${path}/${String(createdFields["id"])}`)).status,
        404,
      );
    }),
  );

  it.effect("reject all requests with their keys once they are deleted", () =>
    Effect.gen(function* () {
      const id = yield* createProject;
      const { key } = fieldsOf(yield* call("POST", `/v1/projects/${id}/keys`, {}));
      yield* call("DELETE", `/v1/projects/${id}`);
      for (const path of ["/v1/templates", "/v1/renders", `/v1/renders/${UNKNOWN_ID}`]) {
        const rejection = yield* call("GET", path, undefined, { key: String(key) });
        assert.deepEqual([rejection.status, codeOf(rejection)], [401, "unauthorized"]);
      }
    }),
  );

  it.effect("accept only account keys, which are accepted nowhere else", () =>
    Effect.gen(function* () {
      const { key, accountKey, project } = yield* ApiServer;
      const own = `/v1/projects/${project}`;
      for (const [method, path] of [
        ["GET", "/v1/projects"],
        ["POST", "/v1/projects"],
        ["GET", own],
        ["PATCH", own],
        ["DELETE", own],
        ["GET", `${own}/keys`],
        ["POST", `${own}/keys`],
        ["DELETE", `${own}/keys/${UNKNOWN_ID}`],
        ["POST", `${own}/templates/copy`],
      ] as const) {
        for (const wrong of [key, `${accountKey}x`, `svc_acct_${"a".repeat(43)}`]) {
          const rejection = yield* call(method, path, undefined, { key: wrong });
          assert.deepEqual([rejection.status, codeOf(rejection)], [401, "unauthorized"], path);
        }
      }
      const rejection = yield* call("GET", "/v1/templates");
      assert.deepEqual([rejection.status, codeOf(rejection)], [401, "unauthorized"]);
    }),
  );

  it.effect("of other accounts have the same response as unknown ones", () =>
    Effect.gen(function* () {
      const { otherAccountProject, project } = yield* ApiServer;
      const keyOf = (id: string) => `/v1/projects/${id}/keys`;
      const copy = (sourceProjectId: string) => ({ sourceProjectId, sourceTemplateSlug: "x" });
      const requests = (id: string): ReadonlyArray<readonly [string, string, unknown?]> => [
        ["GET", `/v1/projects/${id}`],
        ["PATCH", `/v1/projects/${id}`, { name: "Taken over" }],
        ["DELETE", `/v1/projects/${id}`],
        ["GET", keyOf(id)],
        ["POST", keyOf(id), {}],
        ["DELETE", `${keyOf(id)}/${UNKNOWN_ID}`],
        ["POST", `/v1/projects/${id}/templates/copy`, copy(project)],
      ];
      for (const [index, [method, path, json]] of requests(otherAccountProject).entries()) {
        const response = yield* call(method, path, json);
        for (const unknown of [UNKNOWN_ID, "no-id", otherAccountProject.toUpperCase()]) {
          const [, other] = requests(unknown)[index]!;
          const { status, text } = yield* call(method, other, json);
          assert.deepEqual([response.status, response.text], [status, text], `${method} ${path}`);
        }
        assert.strictEqual(response.status, 404);
      }
      const copyPath = `/v1/projects/${project}/templates/copy`;
      const response = yield* call("POST", copyPath, copy(otherAccountProject));
      const unknown = yield* call("POST", copyPath, copy(UNKNOWN_ID));
      assert.deepEqual([response.status, response.text], [404, unknown.text]);

      const { otherAccountKey } = yield* ApiServer;
      const keys = yield* call("POST", keyOf(otherAccountProject), {}, { key: otherAccountKey });
      const theirKey = yield* call("DELETE", `${keyOf(project)}/${idOf(keys)}`);
      const noKey = yield* call("DELETE", `${keyOf(project)}/${UNKNOWN_ID}`);
      assert.deepEqual([theirKey.status, theirKey.text], [404, noKey.text]);
    }),
  );

  it.effect(
    "accept copies of templates, each identified in exactly one way, and list all issues",
    () =>
      Effect.gen(function* () {
        const { project } = yield* ApiServer;
        const path = `/v1/projects/${yield* createProject}/templates/copy`;
        for (const [body, paths] of [
          [{}, ["sourceProjectId", "sourceTemplateId"]],
          [{ sourceProjectId: project }, ["sourceTemplateId"]],
          [
            {
              sourceProjectId: project,
              sourceProjectSlug: "invoices",
              sourceTemplateId: UNKNOWN_ID,
              sourceTemplateSlug: "x",
            },
            ["sourceProjectSlug", "sourceTemplateSlug"],
          ],
          [
            { sourceProjectId: "x", sourceTemplateSlug: "x", name: "" },
            ["sourceProjectId", "name"],
          ],
          [{ sourceProjectId: project, sourceTemplateSlug: "x", name: "n".repeat(121) }, ["name"]],
        ] as const) {
          const rejection = yield* call("POST", path, body);
          assert.strictEqual(codeOf(rejection), "invalid_request");
          assert.sameMembers<string>([...issuePaths(rejection)], [...paths]);
        }
      }),
  );
});

const worker = RenderJob.layer.pipe(
  Layer.provide(Layer.provide(sharedRenderer, imageFetcherHttp({ allowPrivateNetwork: true }))),
  Layer.provideMerge(apiServer),
);

layer(worker, { excludeTestServices: true })("a copied template", (it) => {
  it.effect("renders the same bytes as its source", () =>
    Effect.gen(function* () {
      const { key, project } = yield* ApiServer;
      yield* publishInvoice("original");
      const request = { sourceProjectId: project, sourceTemplateSlug: "original" };
      const target = yield* createProject;
      const copyPath = `/v1/projects/${target}/templates/copy`;
      const responses = yield* Effect.all(
        Array.from({ length: 50 }, () => call("POST", copyPath, request)),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(new Set(responses.map(idOf)).size, 1);
      assert.deepEqual(
        responses.map(({ status }) => status).toSorted((a, b) => a - b),
        [...Array.from({ length: 49 }, () => 200), 201],
      );
      const copy = fieldsOf(responses.find(({ status }) => status === 201)!);
      assert.deepInclude(copy, {
        projectId: target,
        currentVersionNumber: 1,
        alreadyExisted: false,
      });

      const createdKey = fieldsOf(yield* call("POST", `/v1/projects/${target}/keys`, {}));
      const targetKey = String(createdKey["key"]);
      const detail = yield* call("GET", "/v1/templates/original", undefined, { key: targetKey });
      assert.deepInclude(fieldsOf(detail), { name: "Invoice", published: true });
      assert.deepEqual(fieldsOf(detail)["manifest"], INVOICE);

      const job = yield* RenderJob;
      const renderOf = Effect.fnUntraced(function* (key: string) {
        const body = { data: INVOICE_DATA };
        const render = yield* call("POST", "/v1/templates/original/render", body, { key });
        const id = RenderId.make(idOf(render));
        const claimedAt = yield* DateTime.now;
        yield* job.run({ id, claimedAt, attempts: 1, abandonedClaims: 0 });
        return fieldsOf(yield* call("GET", `/v1/renders/${id}`, undefined, { key }));
      });
      const [left, other] = [yield* renderOf(key), yield* renderOf(targetKey)];
      assert.deepEqual([left["status"], other["status"]], ["succeeded", "succeeded"]);
      assert.strictEqual(left["sha256"], other["sha256"]);
    }),
  );
});
