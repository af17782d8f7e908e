import { assert, describe, layer } from "@effect/vitest";
import { Deferred, Effect, Fiber, Schedule } from "effect";
import { SqlClient } from "effect/sql";

import { testDatabase } from "../testing/mod.ts";
import { hashSources } from "../testing/test_database_options.ts";
import { initial } from "./0001_initial/mod.ts";
import { migrator } from "./migrator.ts";

const addColumn = (name: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`ALTER TABLE renders ADD COLUMN ${sql(name)} text`,
  );

const migrateTo = migrator({
  "0001_initial": initial,
  "0002_first": addColumn("first"),
  "0003_second": addColumn("second"),
});

const database = testDatabase({
  migrate: migrateTo(1),
  version: `lock_${hashSources(import.meta.dirname)}`,
});

/** Reads a table and keeps its transaction open until `end`. */
const longReading = Effect.fnUntraced(function* (end: Deferred.Deferred<void>) {
  const sql = yield* SqlClient.SqlClient;
  const startSignal = yield* Deferred.make<void>();
  const read = sql`SELECT count(*) FROM renders`.pipe(
    Effect.andThen(Deferred.succeed(startSignal, undefined)),
    Effect.andThen(Deferred.await(end)),
  );
  const reading = yield* Effect.forkScoped(sql.withTransaction(read));
  yield* Deferred.await(startSignal);
  return reading;
});

/** Waits until a migration waits for the table. */
const changeWaits = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.repeat(sql`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'renders'::regclass`, {
    until: (rows) => rows.length > 0,
    schedule: Schedule.spaced("10 millis"),
  }),
);

// The embedded database runs one transaction at a time, so none ever waits for a table.
describe.skipIf(process.env["TEST_DATABASE_URL"] === undefined)("migrate", () => {
  layer(database, { excludeTestServices: true })("during a long transaction", (it) => {
    it.effect("lets later statements through, and continues when it has ended", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        const end = yield* Deferred.make<void>();
        const reading = yield* longReading(end);
        const migrating = yield* Effect.forkScoped(migrateTo(3));
        yield* changeWaits;
        // Queues behind the migration, which waits for the long transaction.
        yield* Effect.timeout(sql`SELECT count(*) FROM renders`, "10 seconds");
        assert.isUndefined(migrating.pollUnsafe());
        yield* Deferred.succeed(end, undefined);
        yield* Fiber.join(reading);
        assert.deepStrictEqual(yield* Fiber.join(migrating), ["first", "second"]);
      }),
    );
  });
});
