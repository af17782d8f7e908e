import { assert, describe, it as test, layer } from "@effect/vitest";
import { TemplateStore } from "@paraph/core/templates";
import { Slug, TemplateId } from "@paraph/core/values";
import { DateTime, Effect, Layer, SchemaAST } from "effect";
import { HttpApi } from "effect/http-api";

import { INVOICE, INVOICE_DATA, publishInvoice } from "../packages/http/_testing/api_client.ts";
import { apiServer, ApiServer, MAX_BODY_BYTES } from "../packages/http/_testing/api_server.ts";
import { codeOf } from "../packages/http/_testing/body.ts";
import { type RawRequest, send } from "../packages/http/_testing/http_client.ts";
import { STATUS } from "../packages/http/_wire/error.ts";
import { Api } from "../packages/http/api.ts";

type Request = Partial<RawRequest> & {
  readonly anonymous?: boolean;
  readonly json?: unknown;
};

const ID = "01900000-0000-7000-8000-000000000000";
const LARGE = " ".repeat(MAX_BODY_BYTES + 1);
const PUBLICATION = { name: "Invoice", manifest: INVOICE };
const LOOP = { key: "a.b", label: "L", itemFields: [{ key: "c", label: "C", dataType: "text" }] };
const DOTTED = { ...PUBLICATION, manifest: { variables: [], loops: [LOOP] } };
const NO_KEY = { anonymous: true };

const PUBLISH = { method: "PUT", path: "/v1/templates/known", json: PUBLICATION };
const CREATE = { method: "POST", path: "/v1/templates", json: { ...PUBLICATION, slug: "known" } };
const RENDER = { method: "POST", path: "/v1/templates/known/render", json: { data: INVOICE_DATA } };

/** What brings each failure of an endpoint about, on a server that knows the template `known`. */
const CASES: Record<string, Record<string, Request>> = {
  "templates.list": { unauthorized: { path: "/v1/templates", ...NO_KEY } },
  "templates.create": {
    unauthorized: { ...CREATE, ...NO_KEY },
    invalid_json: { ...CREATE, json: undefined },
    invalid_request: { ...CREATE, json: {} },
    invalid_loop_key: { ...CREATE, json: DOTTED },
    slug_conflict: CREATE,
    payload_too_large: { ...CREATE, body: LARGE },
  },
  "templates.publish": {
    unauthorized: { ...PUBLISH, ...NO_KEY },
    invalid_json: { ...PUBLISH, body: "{" },
    invalid_request: { ...PUBLISH, path: "/v1/templates/Not_Kebab" },
    invalid_loop_key: { ...PUBLISH, json: DOTTED },
    payload_too_large: { ...PUBLISH, body: LARGE },
  },
  "templates.get": {
    unauthorized: { path: "/v1/templates/known", ...NO_KEY },
    template_not_found: { path: "/v1/templates/unknown" },
  },
  "templates.remove": {
    unauthorized: { method: "DELETE", path: "/v1/templates/known", ...NO_KEY },
    template_not_found: { method: "DELETE", path: "/v1/templates/unknown" },
  },
  "templates.versions": {
    unauthorized: { path: "/v1/templates/known/versions", ...NO_KEY },
    template_not_found: { path: "/v1/templates/unknown/versions" },
  },
  "renders.submit": {
    unauthorized: { ...RENDER, ...NO_KEY },
    template_not_found: { ...RENDER, path: "/v1/templates/unknown/render" },
    invalid_json: { ...RENDER, body: "nonsense" },
    invalid_request: { ...RENDER, json: { data: [] } },
    payload_too_large: { ...RENDER, body: LARGE },
    invalid_input_data: { ...RENDER, json: { data: {} } },
    version_not_found: { ...RENDER, json: { data: {}, options: { versionNumber: 9 } } },
    no_published_version: { ...RENDER, path: "/v1/templates/unpublished/render" },
  },
  "renders.list": {
    unauthorized: { path: "/v1/renders", ...NO_KEY },
    invalid_request: { path: "/v1/renders?limit=many" },
  },
  "renders.get": {
    unauthorized: { path: `/v1/renders/${ID}`, ...NO_KEY },
    not_found: { path: `/v1/renders/${ID}` },
  },
  "embed.download": {
    missing_authorization: { path: `/v1/embed/renders/${ID}/download`, ...NO_KEY },
    invalid_credentials: {
      path: `/v1/embed/renders/${ID}/download`,
      headers: { authorization: "Bearer svc_test_unknown" },
    },
    not_found: { path: `/v1/embed/renders/${ID}/download` },
  },
  "files.download": { not_found: { path: `/files/${"a".repeat(43)}.pdf`, ...NO_KEY } },
  "health.alive": {},
  "health.ready": { not_ready: { path: "/readyz", ...NO_KEY } },
};

/** What no single request brings about; faults and races have tests of their own. */
const UNPROVOKED = new Set(["internal_error", "queue_unavailable", "version_conflict"]);

/** The interface lists it for PUT, where a taken slug is republished instead. */
const NEVER = new Set(["templates.publish slug_conflict"]);

/** Sends a request with the key of the first project unless it is to be without one. */
const call = Effect.fnUntraced(function* (request: Request) {
  const { port, key } = yield* ApiServer;
  const { anonymous = false, json, method = "GET", path = "/", headers } = request;
  const body = request.body ?? (json === undefined ? undefined : JSON.stringify(json));
  const authorization = anonymous ? {} : { authorization: `Bearer ${key}` };
  const sent = { method, path, headers: { ...authorization, ...headers } };
  return yield* send(port, body === undefined ? sent : { ...sent, body });
});

/** A published template, and one that exists without anything published. */
const prepare = Effect.gen(function* () {
  const { project: projectId, failing } = yield* ApiServer;
  const templates = yield* TemplateStore;
  yield* publishInvoice("known");
  const id = TemplateId.make("01900000-0000-7000-8000-000000000001");
  const unpublished = { slug: Slug.make("unpublished"), name: "Unpublished" };
  yield* templates.claim({ id, projectId, ...unpublished, createdAt: yield* DateTime.now });
  failing.add("queue");
});

const prepared = Layer.effectDiscard(prepare).pipe(Layer.provideMerge(apiServer));

describe("the cases", () => {
  test("bring about every failure that an endpoint lists", () => {
    const listed: Record<string, ReadonlyArray<string>> = {};
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ group, endpoint, errors }) => {
        const name = `${group.identifier}.${endpoint.identifier}`;
        const codes = [...errors.values()].flat().map(({ ast }) => {
          return String(SchemaAST.resolveIdentifier(SchemaAST.toEncoded(ast)));
        });
        const provoked = codes.filter((code) => !UNPROVOKED.has(code));
        listed[name] = [...new Set(provoked)]
          .filter((code) => !NEVER.has(`${name} ${code}`))
          .toSorted();
      },
    });
    const covered = Object.entries(CASES).map(([name, cases]) => [
      name,
      Object.keys(cases).toSorted(),
    ]);
    assert.deepEqual(Object.fromEntries(covered), listed);
  });
});

layer(prepared, { excludeTestServices: true })("the contract", (it) => {
  for (const [endpoint, cases] of Object.entries(CASES)) {
    for (const [code, request] of Object.entries(cases)) {
      it.effect(`${endpoint} fails with ${code}`, () =>
        Effect.gen(function* () {
          const response = yield* call(request);
          const answered = codeOf(response);
          assert.strictEqual<string | undefined>(answered, code, response.text);
          assert.strictEqual(response.status, answered && STATUS[answered]);
          assert.strictEqual(response.headers["content-type"], "application/json");
        }),
      );
    }
  }

  describe("the order of checks", () => {
    const first = (code: string, request: Request) =>
      it.effect(code, () =>
        Effect.gen(function* () {
          assert.strictEqual(codeOf(yield* call(request)), code);
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
    describe("the slug of a publication comes before its body", () => {
      first("invalid_request", { ...PUBLISH, path: "/v1/templates/Not_Kebab", body: "{" });
    });
    describe("JSON comes before its shape, its shape before the rules", () => {
      first("invalid_json", { ...RENDER, body: '{"data":1' });
      first("invalid_request", { ...RENDER, json: { data: {}, jobId: "" } });
      first("invalid_request", { ...CREATE, json: { ...DOTTED, name: "" } });
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

    it.effect("never tell what another project has", () =>
      Effect.gen(function* () {
        const { otherKey } = yield* ApiServer;
        const headers = { authorization: `Bearer ${otherKey}` };
        for (const path of ["/v1/templates/known", "/v1/templates/known/versions"]) {
          const theirs = yield* call({ path, headers });
          const nobodys = yield* call({ path: path.replace("known", "unknown"), headers });
          assert.deepEqual([theirs.status, theirs.text], [404, nobodys.text]);
        }
        const list = yield* call({ path: "/v1/templates", headers });
        assert.deepEqual(list.json, { templates: [] });
      }),
    );
  });
});
