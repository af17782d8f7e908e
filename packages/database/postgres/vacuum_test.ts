import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";
import { TestClock } from "effect/testing";

import { testDatabase } from "../testing/database.ts";
import { vacuumHourly } from "./vacuum.ts";

const migrate = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`CREATE TABLE "Odd ""name" AS SELECT generate_series(1, 10) AS n`;
});

const estimatedRowCount = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ readonly known: number }>`
    SELECT reltuples::int AS known FROM pg_class WHERE relname LIKE 'Odd%'
  `;
  return rows[0]?.known;
});

layer(testDatabase({ migrate, version: "vacuum_1" }))("vacuumHourly()", (it) => {
  it.effect("analyzes every table after an hour, also those with unusual names", () =>
    Effect.gen(function* () {
      yield* vacuumHourly(yield* SqlClient.SqlClient);
      yield* TestClock.adjust("59 minutes");
      assert.strictEqual(yield* estimatedRowCount, -1);
      yield* TestClock.adjust("1 minute");
      yield* Effect.repeat(estimatedRowCount, { until: (count) => count === 10 });
    }),
  );
});
