import { assert, layer } from "@effect/vitest";
import { SlugConflict, TemplateNotFound, VersionNotFound } from "@paraph/core/templates";
import { Slug } from "@paraph/core/values";
import { Effect } from "effect";

import { apiClient, INVOICE, publishInvoice } from "../_testing/api_client.ts";
import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { fieldsOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";

const DUE = { key: "due", label: "Due", dataType: "date", required: false } as const;

layer(apiServer, { excludeTestServices: true })("templates", (it) => {
  it.effect("PUT creates (201), then publishes the next version (200)", () =>
    Effect.gen(function* () {
      const { port, key } = yield* ApiServer;
      const body = JSON.stringify({ name: "Invoice", manifest: INVOICE, slug: "IGNORED" });
      const headers = { authorization: `Bearer ${key}` };
      const put = send(port, { method: "PUT", path: "/v1/templates/counted", headers, body });
      const [first, second] = [yield* put, yield* put];
      assert.deepEqual([first.status, second.status], [201, 200]);
      const { id } = fieldsOf(first);
      const expected = { id, slug: "counted", manifest: INVOICE };
      assert.deepEqual(first.json, { ...expected, currentVersionNumber: 1 });
      assert.deepEqual(second.json, { ...expected, currentVersionNumber: 2 });
    }),
  );

  it.effect("a typed client gets failures as their classes", () =>
    Effect.gen(function* () {
      const client = yield* apiClient;
      const missing = yield* Effect.flip(client.templates.get({ params: { slug: "missing" } }));
      assert.instanceOf(missing, TemplateNotFound);
      yield* publishInvoice("taken");
      const payload = { name: "Other", slug: Slug.make("taken"), manifest: INVOICE };
      assert.instanceOf(
        yield* Effect.flip(client.templates.create({ headers: {}, payload })),
        SlugConflict,
      );
    }),
  );

  it.effect("POST creates once per Idempotency-Key (201, then 200)", () =>
    Effect.gen(function* () {
      const { port, key } = yield* ApiServer;
      const headers = { authorization: `Bearer ${key}`, "idempotency-key": "order 1" };
      const body = JSON.stringify({ name: "Once", manifest: INVOICE });
      const post = send(port, { method: "POST", path: "/v1/templates", headers, body });
      const responses = yield* Effect.all(
        Array.from({ length: 50 }, () => post),
        { concurrency: "unbounded" },
      );
      const [first, ...others] = responses.toSorted((a, b) => b.status - a.status);
      assert.strictEqual(first?.status, 201);
      for (const { status, json } of others) assert.deepEqual([status, json], [200, first?.json]);
      yield* publishInvoice("once");
      assert.deepInclude(fieldsOf(yield* post), { slug: "once", currentVersionNumber: 2 });
    }),
  );

  it.effect("DELETE removes a template from all reads, once", () =>
    Effect.gen(function* () {
      const client = yield* apiClient;
      const { id } = yield* publishInvoice("doomed");
      const params = { slug: "doomed" };
      assert.strictEqual((yield* client.templates.remove({ params })).id, id);
      const calls: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        client.templates.remove({ params }),
        client.templates.get({ params }),
        client.templates.versions({ params }),
      ];
      for (const call of calls) assert.instanceOf(yield* Effect.flip(call), TemplateNotFound);
      const { templates } = yield* client.templates.list();
      assert.isFalse(templates.some(({ slug }) => slug === "doomed"));
    }),
  );

  it.effect("sample data is that of the manifest, and renders", () =>
    Effect.gen(function* () {
      const client = yield* apiClient;
      yield* publishInvoice("sampled");
      const params = { slug: Slug.make("sampled") };
      const { data } = yield* client.templates.sampleData({ params });
      assert.hasAllKeys(
        data,
        [...INVOICE.variables, ...INVOICE.loops].map(({ key }) => key),
      );
      const { status } = yield* client.renders.submit({ params, headers: {}, payload: { data } });
      assert.strictEqual(status, "queued");
    }),
  );

  it.effect("GET returns each version, and its pages with sample data", () =>
    Effect.gen(function* () {
      const { port, key, otherKey } = yield* ApiServer;
      const client = yield* apiClient;
      yield* publishInvoice("pictured");
      const manifest = { ...INVOICE, variables: [...INVOICE.variables, DUE] };
      const params = { slug: Slug.make("pictured") };
      yield* client.templates.publish({ params, headers: {}, payload: { name: "Due", manifest } });
      const version = (versionNumber: string) =>
        client.templates.version({ params: { ...params, versionNumber } });
      const [first, second] = [yield* version("1"), yield* version("2")];
      assert.deepEqual([first.versionNumber, second.versionNumber], [1, 2]);
      assert.deepEqual([first.manifest, second.manifest], [INVOICE, manifest]);
      assert.strictEqual(second.pageConfig.format, "A4");
      assert.notDeepEqual(first.layout, second.layout);
      for (const number of ["0", "3", "-1", "1.0", "01", "1e0", "99999999999999999999", "x"]) {
        assert.instanceOf(yield* Effect.flip(version(number)), VersionNotFound, number);
      }
      const picture = (path: string, headers: Readonly<Record<string, string>> = {}) =>
        send(port, {
          path: `/v1/templates/pictured/versions/${path}`,
          headers: { authorization: `Bearer ${key}`, ...headers },
        });
      const [one, two] = [yield* picture("1/pages/1.png"), yield* picture("2/pages/1.png")];
      for (const { status, headers, bytes } of [one, two]) {
        assert.deepEqual([status, headers["content-type"]], [200, "image/png"]);
        assert.strictEqual(headers["x-page-count"], "1");
        assert.isAbove(bytes.length, 1000);
      }
      assert.isFalse(one.bytes.equals(two.bytes));
      const narrow = yield* picture("1/pages/1.png?width=100");
      assert.isBelow(narrow.bytes.length, one.bytes.length);
      const etag = String(one.headers["etag"]);
      const again = yield* picture("1/pages/1.png", { "if-none-match": etag });
      assert.deepEqual([again.status, again.bytes.length], [304, 0]);
      for (const page of ["0", "2", "x", "1.5", "99999999999999999999"]) {
        assert.strictEqual((yield* picture(`1/pages/${page}.png`)).status, 404, page);
      }
      const theirs = yield* picture("1/pages/1.png", { authorization: `Bearer ${otherKey}` });
      assert.strictEqual(theirs.status, 404);
      // No render was created.
      const { renders } = yield* client.renders.list({ query: { template: params.slug } });
      assert.isEmpty(renders);
    }),
  );

  it.effect("GET returns the current version and all versions", () =>
    Effect.gen(function* () {
      const client = yield* apiClient;
      yield* publishInvoice("read");
      yield* publishInvoice("read");
      const params = { slug: "read" };
      const { versions } = yield* client.templates.versions({ params });
      assert.deepEqual(
        versions.map(({ versionNumber }) => versionNumber),
        [2, 1],
      );
      const template = yield* client.templates.get({ params });
      assert.strictEqual(template.currentVersionId, versions[0]?.id);
      assert.deepEqual(template.manifest, INVOICE);
      assert.strictEqual(template.pageConfig?.format, "A4");
      assert.isObject(template.jsonSchema);
    }),
  );
});
