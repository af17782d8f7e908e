import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { migratedDatabase } from "../testing/mod.ts";
import { readTables } from "./read_tables.ts";

const LARGE = 3_000_000;

layer(migratedDatabase, { excludeTestServices: true })("readTables()", (it) => {
  it.effect("emits parts of a bounded size, even if large rows follow small ones", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      yield* sql`CREATE TABLE sizes (body text NOT NULL)`;
      const add = (count: number, length: number) => sql`
        INSERT INTO sizes SELECT repeat('x', ${length}::int) FROM generate_series(1, ${count}::int)`;
      yield* add(5000, 10);
      yield* add(20, LARGE);
      yield* add(50, 10);
      const parts: Array<ReadonlyArray<number>> = [];
      yield* readTables({
        outline: () => Effect.void,
        rows: (table, lines) =>
          Effect.sync(() => {
            if (table === "sizes") parts.push(lines.map((line) => line.length));
          }),
        files: () => Effect.void,
      });
      const lengths = parts.flat();
      const overhead = '[""]'.length;
      assert.deepStrictEqual(
        lengths,
        [...Array(5000).fill(10), ...Array(20).fill(LARGE), ...Array(50).fill(10)].map(
          (length: number) => length + overhead,
        ),
      );
      for (const part of parts) {
        assert.isBelow(
          part.reduce((sum, length) => sum + length, 0),
          LARGE + 2 ** 21,
        );
      }
      assert.isAtMost(parts.length, 22, "small rows share a part");
    }),
  );
});
