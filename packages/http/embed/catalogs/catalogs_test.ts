import { assert, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { apiServer, ApiServer } from "../../_testing/api_server.ts";
import { codeForPath, codeOf, fieldsOf } from "../../_testing/body.ts";
import { callAs, callAsIntegrator, openSession } from "../../_testing/embedding.ts";

const PATH = "/v1/embed/catalogs";
const CONCURRENT = 20;
const NAME = { key: "name", label: "Name", dataType: "text", required: true };
const CATALOG = {
  allowCustom: false,
  namespaces: [{ key: "customer", label: "Customer", variables: [NAME] }],
  loops: [],
};

const List = Schema.Struct({
  catalogs: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      name: Schema.String,
      version: Schema.Int,
      createdAt: Schema.String,
    }),
  ),
});

/** The catalogs of a name that are listed for a key. */
const listCatalogs = Effect.fnUntraced(function* (key: string, name: string) {
  const { json } = yield* callAs(key, "GET", PATH);
  const { catalogs } = yield* Schema.decodeUnknownEffect(List)(json);
  return catalogs.filter((catalog) => catalog.name === name);
});

layer(apiServer, { excludeTestServices: true })("/v1/embed/catalogs", (it) => {
  it.effect("stores every version of a name, newest first, per project", () =>
    Effect.gen(function* () {
      const { embedKey, otherEmbedKey } = yield* ApiServer;
      const ids: Array<unknown> = [];
      for (const version of [1, 2]) {
        const createResponse = yield* callAsIntegrator("POST", PATH, {
          name: "contracts",
          catalog: CATALOG,
        });
        assert.strictEqual(createResponse.status, 201, createResponse.text);
        const { id, ...rest } = fieldsOf(createResponse);
        assert.deepStrictEqual(rest, { name: "contracts", version });
        ids.unshift(id);
      }
      const catalogs = yield* listCatalogs(embedKey, "contracts");
      assert.deepStrictEqual(
        catalogs.map(({ version }) => version),
        [2, 1],
      );
      assert.deepStrictEqual<unknown>(
        catalogs.map(({ id }) => id),
        ids,
      );
      assert.deepStrictEqual(yield* listCatalogs(otherEmbedKey, "contracts"), []);
      const othersCreated = yield* callAs(otherEmbedKey, "POST", PATH, {
        name: "contracts",
        catalog: CATALOG,
      });
      assert.strictEqual(fieldsOf(othersCreated)["version"], 1);
    }),
  );

  it.effect(`${CONCURRENT} concurrent requests create as many versions`, () =>
    Effect.gen(function* () {
      const { embedKey } = yield* ApiServer;
      const responses = yield* Effect.all(
        Array.from({ length: CONCURRENT }, () =>
          callAsIntegrator("POST", PATH, { name: "crowd", catalog: CATALOG }),
        ),
        { concurrency: "unbounded" },
      );
      for (const { status, text } of responses) assert.strictEqual(status, 201, text);
      const versions = (yield* listCatalogs(embedKey, "crowd")).map(({ version }) => version);
      assert.sameMembers(
        versions,
        Array.from({ length: CONCURRENT }, (_, index) => index + 1),
      );
    }),
  );

  it.effect("sessions refer to the newest version or to a specific one", () =>
    Effect.gen(function* () {
      const { otherEmbedKey } = yield* ApiServer;
      const second = { ...CATALOG, allowCustom: true };
      yield* callAsIntegrator("POST", PATH, { name: "referred", catalog: CATALOG });
      yield* callAsIntegrator("POST", PATH, { name: "referred", catalog: second });
      const catalogOf = Effect.fnUntraced(function* (catalogRef: object) {
        const { call } = yield* openSession({ catalogRef });
        return fieldsOf(yield* call("GET", "/v1/embed/session"))["catalog"];
      });
      assert.deepStrictEqual(yield* catalogOf({ name: "referred" }), second);
      assert.deepStrictEqual(yield* catalogOf({ name: "referred", version: 1 }), CATALOG);
      const owner = { tenant: { externalId: "t" }, actor: { externalId: "a" } };
      const path = "/v1/embed/sessions";
      for (const [key, catalogRef] of [
        [undefined, { name: "referred", version: 3 }],
        [otherEmbedKey, { name: "referred" }],
      ] as const) {
        const body = { ...owner, catalogRef };
        const rejection =
          key === undefined
            ? yield* callAsIntegrator("POST", path, body)
            : yield* callAs(key, "POST", path, body);
        assert.strictEqual(rejection.status, 404);
        assert.strictEqual(codeForPath(path, rejection, "POST"), "catalog_not_found");
      }
    }),
  );

  it.effect("rejects conflicting keys with 422 and flat errors", () =>
    Effect.gen(function* () {
      const twice = { ...CATALOG, namespaces: [...CATALOG.namespaces, ...CATALOG.namespaces] };
      const many = Array.from({ length: 251 }, (_, index) => ({ ...NAME, key: `v${index}` }));
      const two = ["a", "b"].map((key) => ({ key, label: key, variables: many }));
      const deep = { key: "a.b.c.d.e.f.g.h", label: "Deep", variables: [NAME] };
      const dottedLoop = { key: "a.b", label: "Dotted", itemFields: [NAME] };
      for (const body of [
        { name: "many", catalog: { ...CATALOG, namespaces: two } },
        { name: "deep", catalog: { ...CATALOG, namespaces: [deep] } },
        { name: "long", catalog: { ...CATALOG, namespaces: [{ ...deep, key: "a".repeat(160) }] } },
        { name: "dotted", catalog: { ...CATALOG, loops: [dottedLoop] } },
        {},
        { name: "", catalog: CATALOG },
        { name: "x".repeat(121), catalog: CATALOG },
        { name: "twice", catalog: twice },
        {
          name: "hidden",
          catalog: { namespaces: [{ key: "__proto__", label: "X", variables: [] }] },
        },
        {
          name: "typeless",
          catalog: { namespaces: [{ ...CATALOG.namespaces[0], variables: [{}] }] },
        },
      ]) {
        const rejection = yield* callAsIntegrator("POST", PATH, body);
        assert.strictEqual(rejection.status, 422, rejection.text);
        assert.strictEqual(codeForPath(PATH, rejection, "POST"), "invalid_request");
      }
    }),
  );

  it.effect("has flat errors for POST, and nested ones for GET", () =>
    Effect.gen(function* () {
      const { key } = yield* ApiServer;
      const postResponse = yield* callAs(key, "POST", PATH, {});
      assert.strictEqual(postResponse.status, 401);
      assert.strictEqual(codeForPath(PATH, postResponse, "POST"), "invalid_credentials");
      const getResponse = yield* callAs("", "GET", PATH);
      assert.deepStrictEqual(
        [getResponse.status, codeOf(getResponse)],
        [401, "missing_authorization"],
      );
    }),
  );
});
