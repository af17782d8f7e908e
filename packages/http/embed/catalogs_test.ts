import { assert, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeAt, codeOf, fieldsOf } from "../_testing/body.ts";
import { callAs, callPartner, openSession } from "../_testing/embedding.ts";

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
const listed = Effect.fnUntraced(function* (key: string, name: string) {
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
        const created = yield* callPartner("POST", PATH, { name: "contracts", catalog: CATALOG });
        assert.strictEqual(created.status, 201, created.text);
        const { id, ...rest } = fieldsOf(created);
        assert.deepStrictEqual(rest, { name: "contracts", version });
        ids.unshift(id);
      }
      const catalogs = yield* listed(embedKey, "contracts");
      assert.deepStrictEqual(
        catalogs.map(({ version }) => version),
        [2, 1],
      );
      assert.deepStrictEqual<unknown>(
        catalogs.map(({ id }) => id),
        ids,
      );
      assert.deepStrictEqual(yield* listed(otherEmbedKey, "contracts"), []);
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
          callPartner("POST", PATH, { name: "crowd", catalog: CATALOG }),
        ),
        { concurrency: "unbounded" },
      );
      for (const { status, text } of responses) assert.strictEqual(status, 201, text);
      const versions = (yield* listed(embedKey, "crowd")).map(({ version }) => version);
      assert.sameMembers(
        versions,
        Array.from({ length: CONCURRENT }, (_, at) => at + 1),
      );
    }),
  );

  it.effect("sessions refer to the newest version or to a specific one", () =>
    Effect.gen(function* () {
      const { otherEmbedKey } = yield* ApiServer;
      const second = { ...CATALOG, allowCustom: true };
      yield* callPartner("POST", PATH, { name: "referred", catalog: CATALOG });
      yield* callPartner("POST", PATH, { name: "referred", catalog: second });
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
        const rejected =
          key === undefined
            ? yield* callPartner("POST", path, body)
            : yield* callAs(key, "POST", path, body);
        assert.strictEqual(rejected.status, 404);
        assert.strictEqual(codeAt(path, rejected, "POST"), "catalog_not_found");
      }
    }),
  );

  it.effect("rejects conflicting keys with 422 and flat errors", () =>
    Effect.gen(function* () {
      const twice = { ...CATALOG, namespaces: [...CATALOG.namespaces, ...CATALOG.namespaces] };
      const many = Array.from({ length: 251 }, (_, at) => ({ ...NAME, key: `v${at}` }));
      const two = ["a", "b"].map((key) => ({ key, label: key, variables: many }));
      const deep = { key: "a.b.c.d.e.f.g.h", label: "Deep", variables: [NAME] };
      const dotted = { key: "a.b", label: "Dotted", itemFields: [NAME] };
      for (const body of [
        { name: "many", catalog: { ...CATALOG, namespaces: two } },
        { name: "deep", catalog: { ...CATALOG, namespaces: [deep] } },
        { name: "long", catalog: { ...CATALOG, namespaces: [{ ...deep, key: "a".repeat(160) }] } },
        { name: "dotted", catalog: { ...CATALOG, loops: [dotted] } },
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
        const rejected = yield* callPartner("POST", PATH, body);
        assert.strictEqual(rejected.status, 422, rejected.text);
        assert.strictEqual(codeAt(PATH, rejected, "POST"), "invalid_request");
      }
    }),
  );

  it.effect("has flat errors for POST, and nested ones for GET", () =>
    Effect.gen(function* () {
      const { key } = yield* ApiServer;
      const posted = yield* callAs(key, "POST", PATH, {});
      assert.strictEqual(posted.status, 401);
      assert.strictEqual(codeAt(PATH, posted, "POST"), "invalid_credentials");
      const read = yield* callAs("", "GET", PATH);
      assert.deepStrictEqual([read.status, codeOf(read)], [401, "missing_authorization"]);
    }),
  );
});
