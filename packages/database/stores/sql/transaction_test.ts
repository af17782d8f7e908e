import { assert, layer } from "@effect/vitest";
import { ProjectStore } from "@paraph/core/projects";
import { type AccountId, Transaction } from "@paraph/core/values";
import { Cause, Effect, Exit, Latch, Option } from "effect";
import { SqlClient } from "effect/sql";

import { createAccount, migratedStores } from "../../testing/mod.ts";

const isStored = (id: AccountId) =>
  Effect.map(
    Effect.flatMap(ProjectStore, (store) => store.findAccount(id)),
    Option.isSome,
  );

layer(migratedStores, { excludeTestServices: true })("transactionSql", (it) => {
  it.effect("commits all of its writes, or none when it fails, dies or is interrupted", () =>
    Effect.gen(function* () {
      const { run } = yield* Transaction;
      assert.isTrue(yield* isStored(yield* run(createAccount)));
      const endings = [Effect.fail("no"), Effect.die("no"), Effect.interrupt];
      for (const ending of endings) {
        let id: AccountId | undefined;
        const write = Effect.tap(createAccount, (account) => Effect.sync(() => (id = account)));
        const exit = yield* Effect.exit(run(Effect.andThen(write, ending)));
        assert.isTrue(Exit.isFailure(exit));
        assert.isFalse(yield* isStored(id!));
      }
    }),
  );

  it.effect("within a transaction is a savepoint", () =>
    Effect.gen(function* () {
      const { run } = yield* Transaction;
      let rolledBackId: AccountId | undefined;
      const inner = Effect.tap(createAccount, (id) => Effect.sync(() => (rolledBackId = id)));
      const committedId = yield* run(
        Effect.tap(createAccount, () =>
          Effect.option(run(Effect.andThen(inner, Effect.fail("no")))),
        ),
      );
      assert.isTrue(yield* isStored(committedId));
      assert.isFalse(yield* isStored(rolledBackId!));
    }),
  );

  it.effect("is retried after a deadlock", () =>
    Effect.gen(function* () {
      const { run } = yield* Transaction;
      const sql = yield* SqlClient.SqlClient;
      const accounts = [yield* createAccount, yield* createAccount];
      const touch = (id?: AccountId) =>
        sql`UPDATE accounts SET name = name || '+' WHERE id = ${id}`;
      const bothHold = yield* Latch.make();
      let holding = 0;
      const hold = Effect.suspend(() => (++holding === 2 ? bothHold.open : Effect.void));
      // Where transactions run one by one, the other one holds no lock meanwhile.
      const awaitBoth = Effect.timeoutOption(bothHold.await, "500 millis");
      const touchBoth = (ids: ReadonlyArray<AccountId>) =>
        run(
          touch(ids[0]).pipe(
            Effect.andThen(hold),
            Effect.andThen(awaitBoth),
            Effect.andThen(touch(ids[1])),
          ),
        );
      yield* Effect.all([touchBoth(accounts), touchBoth(accounts.toReversed())], {
        concurrency: 2,
      });
      const rows = yield* sql`
        SELECT 1 FROM accounts WHERE id = ANY(${accounts}::uuid[]) AND name LIKE '%++'`;
      assert.lengthOf(rows, 2);
    }),
  );

  it.effect("passes an expected failure on; a failed statement is a defect", () =>
    Effect.gen(function* () {
      const { run } = yield* Transaction;
      assert.strictEqual(yield* Effect.flip(run(Effect.fail("expected" as const))), "expected");
      const sql = yield* SqlClient.SqlClient;
      const exit = yield* Effect.exit(run(sql`SELECT no_such_column`));
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause));
    }),
  );
});
