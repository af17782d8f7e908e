import { PgClient } from "@effect/sql-pg";
import { assert, layer } from "@effect/vitest";
import { Deferred, Effect, Exit, Fiber, Option, Queue, Stream } from "effect";
import { Migrator } from "effect/sql";

import { testDatabase } from "../testing/database.ts";

const migrate = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient;
  yield* sql`CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL CHECK (balance >= 0))`;
  yield* sql`CREATE TABLE note (note_id serial PRIMARY KEY, short_title text, raw_body jsonb)`;
});

const database = testDatabase({ migrate, version: "postgres_client_1" });
const onRealClock = { excludeTestServices: true, timeout: 120_000 } as const;

/** Two accounts with 100 each, regardless of earlier tests. */
const openAccounts = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient;
  yield* sql`TRUNCATE account`;
  yield* sql`INSERT INTO account ${sql.insert([
    { id: 1, balance: 100 },
    { id: 2, balance: 100 },
  ])}`;
});

const balances = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient;
  const rows = yield* sql<{ readonly balance: number }>`SELECT balance FROM account ORDER BY id`;
  return rows.map((row) => row.balance);
});

const transfer = (amount: number) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient;
    const [from] = yield* sql<{ readonly balance: number }>`
      SELECT balance FROM account WHERE id = 1 FOR UPDATE
    `;
    yield* Effect.yieldNow;
    yield* sql`UPDATE account SET balance = ${(from?.balance ?? 0) - amount} WHERE id = 1`;
    yield* sql`UPDATE account SET balance = balance + ${amount} WHERE id = 2`;
  });

layer(database, onRealClock)("transactions", (it) => {
  it.effect("of 20 concurrent fibers keep exact balances", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      yield* openAccounts;
      const moves = Array.from({ length: 50 }, (_, index) =>
        sql
          .withTransaction(
            Effect.andThen(transfer(1), index % 5 === 0 ? Effect.fail("refused") : Effect.void),
          )
          .pipe(Effect.exit),
      );
      const exits = yield* Effect.all(moves, { concurrency: 20 });
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 40);
      assert.deepStrictEqual(yield* balances, [60, 140]);
    }),
  );

  it.effect("fail at commit when a statement in them failed", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      yield* openAccounts;
      const work = Effect.andThen(transfer(1), Effect.ignore(sql`SELECT 1 / 0`));
      const error = yield* Effect.flip(sql.withTransaction(work));
      assert.include(error.message, "rolled back");
      assert.deepStrictEqual(yield* balances, [100, 100]);
    }),
  );

  it.effect("inside a transaction are savepoints", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      yield* openAccounts;
      const inner = sql.withTransaction(Effect.andThen(transfer(50), Effect.fail("refused")));
      yield* sql.withTransaction(Effect.andThen(transfer(1), Effect.ignore(inner)));
      assert.deepStrictEqual(yield* balances, [99, 101]);
    }),
  );

  it.effect("roll back when their fiber is interrupted", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      yield* openAccounts;
      const transferSignal = yield* Deferred.make<void>();
      const fiber = yield* Effect.forkChild(
        sql.withTransaction(
          transfer(1).pipe(
            Effect.andThen(Deferred.succeed(transferSignal, undefined)),
            Effect.andThen(Effect.never),
          ),
        ),
      );
      yield* Deferred.await(transferSignal);
      yield* Fiber.interrupt(fiber);
      assert.deepStrictEqual(yield* balances, [100, 100]);
    }),
  );
});

layer(database, onRealClock)("statements", (it) => {
  it.effect("that wait for a transaction can be interrupted before it ends", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      yield* openAccounts;
      const transferSignal = yield* Deferred.make<void>();
      const finish = yield* Deferred.make<void>();
      const fiber = yield* Effect.forkChild(
        sql.withTransaction(
          transfer(1).pipe(
            Effect.andThen(Deferred.succeed(transferSignal, undefined)),
            Effect.andThen(Deferred.await(finish)),
          ),
        ),
      );
      yield* Deferred.await(transferSignal);
      const update = sql`UPDATE account SET balance = 0 WHERE id = 1`;
      assert.isTrue(Option.isNone(yield* Effect.timeoutOption(update, "100 millis")));
      yield* Deferred.succeed(finish, undefined);
      yield* Fiber.join(fiber);
      assert.deepStrictEqual(yield* balances, [99, 101]);
    }),
  );

  it.effect("that break a unique constraint name it", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      yield* openAccounts;
      const { reason } = yield* Effect.flip(sql`INSERT INTO account VALUES (1, 1)`);
      assert.strictEqual(reason._tag, "UniqueViolation");
      assert.propertyVal(reason, "constraint", "account_pkey");
    }),
  );

  it.effect("that fail do not affect other statements", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      const divide = (by: number) => Effect.exit(sql`SELECT 10 / ${by}::int AS result`);
      const exits = yield* Effect.forEach([0, 1, 0, 2, 5, 0], divide, { concurrency: 6 });
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [false, true, false, true, true, false]);
    }),
  );

  it.effect("can be streamed completely or in part", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      const numbers = sql<{ readonly n: number }>`SELECT n FROM generate_series(1, 20000) AS n`;
      assert.strictEqual(yield* Stream.runCount(numbers.stream), 20_000);
      const first = yield* numbers.stream.pipe(Stream.take(3), Stream.runCollect);
      assert.deepStrictEqual(Array.from(first), [{ n: 1 }, { n: 2 }, { n: 3 }]);
    }),
  );
});

layer(database, onRealClock)("notifications", (it) => {
  it.effect("reach every listener, also after another one stops", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      const openQueue = yield* sql.listen("work");
      const both = Effect.gen(function* () {
        const closedQueue = yield* sql.listen("work");
        yield* sql.notify("work", "first");
        assert.strictEqual((yield* Queue.take(closedQueue)).payload, "first");
      });
      yield* Effect.scoped(both);
      yield* sql.withTransaction(sql`SELECT pg_notify('work', 'second')`);
      assert.strictEqual((yield* Queue.take(openQueue)).payload, "first");
      assert.strictEqual((yield* Queue.take(openQueue)).payload, "second");
    }),
  );

  it.effect("of a transaction that rolled back are never sent", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      const notifications = yield* sql.listen("news");
      const work = Effect.andThen(sql`SELECT pg_notify('news', 'no')`, Effect.fail("refused"));
      yield* Effect.ignore(sql.withTransaction(work));
      yield* sql`SELECT pg_notify('news', 'yes')`;
      assert.strictEqual((yield* Queue.take(notifications)).payload, "yes");
    }),
  );
});

layer(database, onRealClock)("names and types", (it) => {
  it.effect("are snake_case in the database, camelCase in code, and left alone in JSON", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      const body = { camelKey: 1, snake_key: { innerKey: [{ deepKey: 2, deep_key: 3 }] } };
      const rows = yield* sql`
        INSERT INTO note ${sql.insert({ shortTitle: "a", rawBody: sql.json(body) })}
        RETURNING ${sql("shortTitle")}, raw_body, raw_body::text AS stored_text
      `;
      assert.deepStrictEqual(rows[0], {
        shortTitle: "a",
        rawBody: body,
        storedText: rows[0]?.["storedText"],
      });
      assert.deepStrictEqual(JSON.parse(String(rows[0]?.["storedText"])), body);
    }),
  );

  it.effect("follow UTC; int8 is a bigint unless cast", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      const rows = yield* sql`
        SELECT current_setting('TimeZone') AS zone, count(*) AS big, count(*)::int AS small
      `;
      assert.deepStrictEqual(rows[0], { zone: "UTC", big: 1n, small: 1 });
    }),
  );
});

layer(database, onRealClock)("libraries", (it) => {
  it.effect("Migrator runs new migrations once", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient;
      const create = Effect.asVoid(sql`CREATE TABLE migrated_table (some_column int)`);
      const run = Migrator.make({})({ loader: Migrator.fromRecord({ "0001_first": create }) });
      assert.deepStrictEqual(yield* run, [[1, "first"]]);
      assert.deepStrictEqual(yield* run, []);
      yield* sql`INSERT INTO migrated_table ${sql.insert({ someColumn: 1 })}`;
    }),
  );
});
