import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { testDatabase } from "../../testing/mod.ts";
import { migrate } from "./migrations/mod.ts";

const NAMES = ["accounts_and_projects", "keys", "templates", "renders"];

const empty = testDatabase({ migrate: Effect.void, version: "empty" });

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ readonly name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`;
  return rows.map(({ name }) => name);
});

layer(empty, { excludeTestServices: true })("migrate", (it) => {
  it.effect("5 times at once makes the schema once, and again makes nothing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* tables, []);
      const done = yield* Effect.all([migrate, migrate, migrate, migrate, migrate], {
        concurrency: "unbounded",
      });
      assert.deepStrictEqual(done.flat(), NAMES);
      assert.deepStrictEqual(yield* migrate, []);
      assert.includeMembers(yield* tables, [
        "accounts",
        "keys",
        "projects",
        "renders",
        "templates",
      ]);
    }),
  );
});
