import { assert, layer } from "@effect/vitest";
import {
  IdempotencyStore,
  type KeyedRequest,
  keyedRequest,
  idempotent,
} from "@paraph/core/idempotency";
import { newRow, Transaction } from "@paraph/core/values";
import { Array, Effect, Latch, Option } from "effect";
import { SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";

import { migratedStores } from "../../testing/mod.ts";

const fresh = Effect.map(newRow, ({ id }): KeyedRequest => ({
  operation: "projects.create",
  within: id,
  key: "k".repeat(255),
}));

const resource = newRow.pipe(
  Effect.map(({ id }) => ({ id })),
  Effect.provide(SecureRandom.layerWebCrypto),
);

layer(migratedStores, { excludeTestServices: true })("idempotencyStoreSql", (it) => {
  it.effect("a key identifies the created resource within its scope", () =>
    Effect.gen(function* () {
      const store = yield* IdempotencyStore;
      const transaction = yield* Transaction;
      const request = yield* fresh;
      const { id } = yield* resource;
      yield* transaction.run(
        Effect.gen(function* () {
          assert.isTrue(Option.isNone(yield* store.claim(request)));
          yield* store.remember(request, id);
        }),
      );
      assert.deepStrictEqual(yield* store.find(request), Option.some(id));
      assert.deepStrictEqual(yield* store.claim(request), Option.some(id));
      const others: ReadonlyArray<KeyedRequest> = [
        { ...request, key: "K" },
        { ...request, within: id },
        { ...request, operation: "templates.copy" },
      ];
      for (const other of others) assert.isTrue(Option.isNone(yield* store.find(other)));
    }),
  );

  it.effect("50 concurrent requests under one key create one resource", () =>
    Effect.gen(function* () {
      const repeat = yield* idempotent;
      const request = yield* fresh;
      let creations = 0;
      const make = Effect.tap(resource, () => Effect.sync(() => creations++));
      const one = repeat(request, {
        replay: (id) => Effect.succeed({ id }),
        prepare: Effect.void,
        make: () => make,
      });
      const results = yield* Effect.all(
        Array.makeBy(50, () => one),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(creations, 1);
      assert.strictEqual(new Set(results.map(({ value }) => value.id)).size, 1);
      assert.strictEqual(results.filter(({ replayed }) => !replayed).length, 1);
    }),
  );

  it.effect("a failed request frees its key for the next one", () =>
    Effect.gen(function* () {
      const repeat = yield* idempotent;
      const request = yield* fresh;
      const holding = yield* Latch.make();
      const failing = repeat(request, {
        replay: () => Effect.die("Nothing was created"),
        prepare: Effect.void,
        make: () => Effect.andThen(holding.open, Effect.fail("No")),
      });
      const succeeding = Effect.andThen(
        holding.await,
        repeat(request, {
          replay: () => Effect.die("Nothing was created"),
          prepare: Effect.void,
          make: () => resource,
        }),
      );
      const [failure, success] = yield* Effect.all([Effect.flip(failing), succeeding], {
        concurrency: 2,
      });
      assert.strictEqual(failure, "No");
      assert.isFalse(success.replayed);
      const store = yield* IdempotencyStore;
      assert.deepStrictEqual(yield* store.find(request), Option.some(success.value.id));
    }),
  );

  it.effect("requests without a key are never replayed", () =>
    Effect.gen(function* () {
      const repeat = yield* idempotent;
      const { within } = yield* fresh;
      const request = keyedRequest({ operation: "projects.create", within }, undefined);
      assert.isUndefined(request);
      const one = repeat(request, {
        replay: () => Effect.die("There is no key"),
        prepare: Effect.void,
        make: () => resource,
      });
      assert.notStrictEqual((yield* one).value.id, (yield* one).value.id);
    }),
  );

  it.effect("the table refuses other operations and keys that are too short or too long", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const { operation, within: withinId, key } = yield* fresh;
      const row = { operation, withinId, key };
      for (const change of [{ operation: "No operation" }, { key: "" }, { key: "k".repeat(256) }]) {
        const { reason } = yield* Effect.flip(
          sql`INSERT INTO idempotency_keys ${sql.insert({ ...row, ...change })}`,
        );
        assert.strictEqual(reason._tag, "ConstraintError");
      }
    }),
  );
});
