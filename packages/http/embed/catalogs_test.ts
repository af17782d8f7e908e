import { assert, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeAt, codeOf, fieldsOf } from "../_testing/body.ts";
import { callAs, callPartner, openSession } from "../_testing/embedding.ts";

const PATH = "/v1/embed/catalogs";
const AT_ONCE = 20;
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

/** The catalogs of a name as they are listed for a key. */
const listed = Effect.fnUntraced(function* (key: string, name: string) {
  const { json } = yield* callAs(key, "GET", PATH);
  const { catalogs } = yield* Schema.decodeUnknownEffect(List)(json);
  return catalogs.filter((catalog) => catalog.name === name);
});

layer(apiServer, { excludeTestServices: true })("/v1/embed/catalogs", (it) => {
  it.effect("keeps every version of a name, newest first, for its project alone", () =>
    Effect.gen(function* () {
      const { embedKey, otherEmbedKey } = yield* ApiServer;
      const ids: Array<unknown> = [];
      for (const version of [1, 2]) {
        const made = yield* callPartner("POST", PATH, { name: "contracts", catalog: CATALOG });
        assert.strictEqual(made.status, 201, made.text);
        const { id, ...rest } = fieldsOf(made);
        assert.deepStrictEqual(rest, { name: "contracts", version });
        ids.unshift(id);
      }
      const all = yield* listed(embedKey, "contracts");
      assert.deepStrictEqual(
        all.map(({ version }) => version),
        [2, 1],
      );
      assert.deepStrictEqual<unknown>(
        all.map(({ id }) => id),
        ids,
      );
      assert.deepStrictEqual(yield* listed(otherEmbedKey, "contracts"), []);
      const theirs = yield* callAs(otherEmbedKey, "POST", PATH, {
        name: "contracts",
        catalog: CATALOG,
      });
      assert.strictEqual(fieldsOf(theirs)["version"], 1);
    }),
  );

  it.effect(`${AT_ONCE} at once are as many versions`, () =>
    Effect.gen(function* () {
      const { embedKey } = yield* ApiServer;
      const answers = yield* Effect.all(
        Array.from({ length: AT_ONCE }, () =>
          callPartner("POST", PATH, { name: "crowd", catalog: CATALOG }),
        ),
        { concurrency: "unbounded" },
      );
      for (const { status, text } of answers) assert.strictEqual(status, 201, text);
      const versions = (yield* listed(embedKey, "crowd")).map(({ version }) => version);
      assert.sameMembers(
        versions,
        Array.from({ length: AT_ONCE }, (_, at) => at + 1),
      );
    }),
  );

  it.effect("is what sessions refer to: the newest version, or the one they name", () =>
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
      const who = { tenant: { externalId: "t" }, actor: { externalId: "a" } };
      const path = "/v1/embed/sessions";
      for (const [key, catalogRef] of [
        [undefined, { name: "referred", version: 3 }],
        [otherEmbedKey, { name: "referred" }],
      ] as const) {
        const wanted = { ...who, catalogRef };
        const refused =
          key === undefined
            ? yield* callPartner("POST", path, wanted)
            : yield* callAs(key, "POST", path, wanted);
        assert.strictEqual(refused.status, 404);
        assert.strictEqual(codeAt(path, refused, "POST"), "catalog_not_found");
      }
    }),
  );

  it.effect("takes no keys that cannot stand beside each other, and says so flat with 422", () =>
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
        const refused = yield* callPartner("POST", PATH, body);
        assert.strictEqual(refused.status, 422, refused.text);
        assert.strictEqual(codeAt(PATH, refused, "POST"), "invalid_request");
      }
    }),
  );

  it.effect("is refused flat where it is posted, and nested where it is read", () =>
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
