import { Effect, Schedule, type Scope } from "effect";
import type { SqlClient, SqlError } from "effect/sql";

/**
 * Vacuums once an hour until the scope closes, since the embedded database has no daemon for it. A failure is
 * logged; the next hour tries again.
 */
export function vacuumHourly(sql: SqlClient.SqlClient): Effect.Effect<void, never, Scope.Scope> {
  return vacuumTables(sql).pipe(
    Effect.catchCause((cause) => Effect.logWarning("Vacuum failed", cause)),
    Effect.schedule(Schedule.spaced("1 hour")),
    Effect.forkScoped,
    Effect.asVoid,
  );
}

/** One statement per table, so that other statements can run in between. */
function vacuumTables(sql: SqlClient.SqlClient): Effect.Effect<void, SqlError.SqlError> {
  const plain = sql.withoutTransforms();
  const tables = plain<{ readonly name: string }>`
    SELECT format('%I.%I', schemaname, pg_class.relname) AS name
    FROM pg_stat_user_tables
    JOIN pg_class ON pg_class.oid = relid
    WHERE NOT relispartition
    ORDER BY name
  `;
  return Effect.flatMap(
    tables,
    Effect.forEach(({ name }) => plain`VACUUM (ANALYZE) ${plain.literal(name)}`.unprepared, {
      discard: true,
    }),
  );
}
