import { assert, describe, it, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { SqlClient } from "effect/sql";
import { TestClock } from "effect/testing";

import { migrate } from "../migrations/mod.ts";
import { migratedDatabase, testDatabase } from "./database.ts";

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ readonly tableName: string }>`
    SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'
  `;
  return rows.map((row) => row.tableName);
});

layer(migratedDatabase, { excludeTestServices: true })("migratedDatabase", (it) => {
  it.effect("has all our tables", () =>
    Effect.gen(function* () {
      assert.include(yield* tables, "paraph_migrations");
      assert.deepStrictEqual(yield* migrate, []);
    }),
  );
});

layer(migratedDatabase)("migratedDatabase", (it) => {
  it.effect("works on the test clock too", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      yield* sql`CREATE TABLE leftover (n int)`;
      yield* TestClock.adjust("1 hour");
      assert.include(yield* tables, "leftover");
    }),
  );
});

describe("testDatabase()", () => {
  it.live("gives every suite a separate database, migrated at most once", () =>
    Effect.gen(function* () {
      const migrations: Array<string> = [];
      const version = "database_1";
      const first = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        migrations.push(version);
        yield* sql`CREATE TABLE first_table (n int)`;
      });
      const suite = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        const names = yield* tables;
        yield* sql`CREATE TABLE second_table (n int)`;
        return names;
      });
      const inSuite = Effect.suspend(() =>
        Effect.provide(suite, Layer.fresh(testDatabase({ migrate: first, version }))),
      );
      const results = yield* Effect.all([inSuite, inSuite], { concurrency: 2 });
      assert.deepStrictEqual(results, [["first_table"], ["first_table"]]);
      assert.isBelow(migrations.length, 2);
    }),
  );
});
