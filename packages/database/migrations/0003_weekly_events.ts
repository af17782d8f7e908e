import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import {
  addPartition,
  endOfWeek,
  lowestId,
  otherPartition,
  partitionName,
  WEEK,
  WEEKLY_TABLES,
  type WeeklyTable,
} from "./weekly_partitions.ts";

/**
 * Partitions events and deliveries by the week of their ids, so that retention drops whole weeks. The tables
 * of the earlier schema become the first partitions as they are.
 *
 * Foreign keys are dropped: removing a partition would lock the tables that they refer to. Projects and
 * webhooks with events are never deleted, and deliveries are written with their events.
 */
// The release before: uses the same table names and columns, and names no index or constraint.
export const weeklyEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const [clock] = yield* sql<{ readonly millis: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS millis`;
  const end = endOfWeek(clock?.millis ?? 0);
  yield* sql`ALTER TABLE events DROP CONSTRAINT events_project_id_fkey`;
  yield* sql`
    ALTER TABLE webhook_deliveries
    DROP CONSTRAINT webhook_deliveries_event_id_fkey,
    DROP CONSTRAINT webhook_deliveries_webhook_id_fkey`;
  // Retention asks for late writes before it drops a week. This kind of index costs inserts nothing.
  yield* sql`
    CREATE INDEX webhook_deliveries_by_writing ON webhook_deliveries USING brin (written_at)`;
  // Before PostgreSQL 17, partitioned tables have no identity columns.
  yield* sql`CREATE SEQUENCE events_position`;
  yield* sql`
    SELECT setval(
      'events_position',
      COALESCE(pg_sequence_last_value(pg_get_serial_sequence('events', 'position')::regclass), 0) + 1,
      false
    )`;
  yield* sql`ALTER TABLE events ALTER COLUMN position DROP IDENTITY`;
  yield* sql`ALTER TABLE events ALTER COLUMN position SET DEFAULT nextval('events_position')`;
  yield* Effect.forEach(WEEKLY_TABLES, (table) => partition(table, end), { discard: true });
  yield* sql`ALTER SEQUENCE events_position OWNED BY events.position`;
});

/** Partitions a table. Its rows stay where they are, except those whose ids are in the future. */
const partition = Effect.fnUntraced(function* (table: WeeklyTable, end: number) {
  const sql = yield* SqlClient.SqlClient;
  const run = (statement: string) => sql.unsafe(statement).unprepared;
  const earlier = partitionName(table, end);
  const other = otherPartition(table);
  const indexes = yield* sql<{ readonly name: string; readonly definition: string }>`
    SELECT indexname::text AS name, indexdef AS definition
    FROM pg_indexes
    WHERE schemaname = current_schema()
      AND tablename = ${table}
    ORDER BY indexname`;
  yield* run(`ALTER TABLE ${table} RENAME TO ${earlier}`);
  for (const { name } of indexes) {
    yield* run(`ALTER INDEX ${name} RENAME TO ${name.replace(table, earlier)}`);
  }
  yield* run(`
    CREATE TABLE ${table} (LIKE ${earlier} INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (id))
    PARTITION BY RANGE (id)`);
  for (const { name, definition } of indexes) {
    if (name !== `${table}_pkey`) yield* run(definition);
  }
  yield* run(`CREATE TABLE ${other} PARTITION OF ${table} DEFAULT`);
  yield* run(`
    WITH moved AS (DELETE FROM ${earlier} WHERE id >= '${lowestId(end)}' RETURNING *)
    INSERT INTO ${other}
    SELECT * FROM moved`);
  yield* run(`
    ALTER TABLE ${table} ATTACH PARTITION ${earlier}
    FOR VALUES FROM (MINVALUE) TO ('${lowestId(end)}')`);
  yield* Effect.forEach(addPartition(table, end + WEEK), run, { discard: true });
});
