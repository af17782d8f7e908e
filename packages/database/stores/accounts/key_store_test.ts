import { assert, layer } from "@effect/vitest";
import { type KeyOwner, Keys, KeyStore } from "@paraph/core/keys";
import { KeyId } from "@paraph/core/values";
import { DateTime, Effect, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

import { createAccount, createProject, migratedStores } from "../../testing/mod.ts";

const services = Keys.layer("test").pipe(Layer.provideMerge(migratedStores));

const projectOwner = Effect.map(createProject, (projectId): KeyOwner => ({
  kind: "project",
  projectId,
}));
const accountOwner = Effect.map(createAccount, (accountId): KeyOwner => ({
  kind: "account",
  accountId,
}));

layer(services, { excludeTestServices: true })("keyStoreSql", (it) => {
  it.effect("a key gives access to its owner, and to no other kind of owner", () =>
    Effect.gen(function* () {
      const keys = yield* Keys;
      const project = yield* projectOwner;
      const account = yield* accountOwner;
      const projectKey = yield* keys.create(project, "P");
      const accountKey = yield* keys.create(account, "A");
      assert.deepStrictEqual((yield* keys.authenticate(projectKey.key, "project")).owner, project);
      assert.deepStrictEqual((yield* keys.authenticate(accountKey.key, "account")).owner, account);
      for (const [key, kind] of [
        [projectKey.key, "account"],
        [accountKey.key, "project"],
        [`${projectKey.key.slice(0, -1)}${projectKey.key.endsWith("A") ? "E" : "A"}`, "project"],
        [projectKey.key.replace("svc_test_", "svc_live_"), "project"],
      ] as const) {
        const error = yield* Effect.flip(keys.authenticate(key, kind));
        assert.strictEqual(error._tag, "unauthorized", key);
      }
    }),
  );

  it.effect("only the SHA-256 of a key is stored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const { key, prefix } = yield* (yield* Keys).create(yield* projectOwner, "P");
      const rows = yield* sql<{ readonly row: string }>`SELECT keys::text AS row FROM keys`;
      const secret = key.slice("svc_test_".length);
      assert.isFalse(rows.some(({ row }) => row.includes(secret)));
      assert.strictEqual(prefix, key.slice(0, "svc_test_".length + 5));
    }),
  );

  it.effect("lists the keys of one owner, newest first, revoked ones too", () =>
    Effect.gen(function* () {
      const keys = yield* Keys;
      const owner = yield* projectOwner;
      const first = yield* keys.create(owner, "First");
      const second = yield* keys.create(owner, "Second");
      yield* keys.create(yield* projectOwner, "Another project's");
      const { revokedAt } = yield* keys.revoke(owner, first.id);
      const list = yield* keys.list(owner);
      assert.deepStrictEqual(
        list.map(({ id, name, revokedAt }) => [id, name, revokedAt]),
        [
          [second.id, "Second", null],
          [first.id, "First", revokedAt],
        ],
      );
    }),
  );

  it.effect("a revoked key gives no access, and is revoked once", () =>
    Effect.gen(function* () {
      const keys = yield* Keys;
      const owner = yield* projectOwner;
      const { id, key } = yield* keys.create(owner, "P");
      const revocations = Array.from({ length: 20 }, () => Effect.option(keys.revoke(owner, id)));
      const results = yield* Effect.all(revocations, { concurrency: "unbounded" });
      assert.strictEqual(results.filter(Option.isSome).length, 1);
      assert.strictEqual(
        (yield* Effect.flip(keys.authenticate(key, "project")))._tag,
        "unauthorized",
      );
    }),
  );

  it.effect("revoke() of another owner's key, an unknown one or no id at all finds nothing", () =>
    Effect.gen(function* () {
      const keys = yield* Keys;
      const owner = yield* projectOwner;
      const { id, key } = yield* keys.create(owner, "P");
      const otherOwner = yield* projectOwner;
      for (const [caller, keyId] of [
        [otherOwner, id],
        [yield* accountOwner, id],
        [owner, "01900000-0000-7000-8000-000000000000"],
        [owner, "' OR true --"],
      ] as const) {
        assert.strictEqual((yield* Effect.flip(keys.revoke(caller, keyId)))._tag, "not_found");
      }
      assert.deepStrictEqual((yield* keys.authenticate(key, "project")).owner, owner);
    }),
  );

  it.effect("findLive() finds no key of a deleted project", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const keys = yield* Keys;
      const projectId = yield* createProject;
      const { key } = yield* keys.create({ kind: "project", projectId }, "P");
      yield* sql`UPDATE projects SET deleted_at = now() WHERE id = ${projectId}`;
      assert.strictEqual(
        (yield* Effect.flip(keys.authenticate(key, "project")))._tag,
        "unauthorized",
      );
    }),
  );

  it.effect("touch() records the last use", () =>
    Effect.gen(function* () {
      const store = yield* KeyStore;
      const owner = yield* projectOwner;
      const { id } = yield* (yield* Keys).create(owner, "P");
      const usedAt = DateTime.makeUnsafe("2026-05-04T03:02:01.123Z");
      yield* store.touch(KeyId.make(id), usedAt);
      assert.deepStrictEqual((yield* store.list(owner))[0]?.lastUsedAt, usedAt);
    }),
  );
});
