import { Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { readRows } from "./rows.ts";

const STATES = ["active", "idle", "in transaction"] as const;

const stateRows = readRows(Schema.Struct({ state: Schema.Literals(STATES), count: Schema.Int }));

/** The number of connections in a state. */
export interface Connections {
  readonly state: (typeof STATES)[number];
  readonly count: number;
}

/** The connections of all processes to the database, by state. */
export const databaseConnections: Effect.Effect<
  ReadonlyArray<Connections>,
  never,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* stateRows(sql`
    SELECT
      CASE WHEN state LIKE 'idle in transaction%' THEN 'in transaction' ELSE state END AS state,
      count(*)::int AS count
    FROM pg_stat_activity
    WHERE datname = current_database()
      AND application_name = current_setting('application_name')
      AND state IN ('active', 'idle', 'idle in transaction', 'idle in transaction (aborted)')
    GROUP BY 1
  `);
  const byState = new Map(rows.map(({ state, count }) => [state, count]));
  return STATES.map((state) => ({ state, count: byState.get(state) ?? 0 }));
});
