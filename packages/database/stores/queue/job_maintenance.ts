import { Duration, Effect, Layer } from "effect";
import { SqlClient, type SqlError } from "effect/sql";

import { JOB_TABLES } from "./job_queue.ts";

const inEachTable = (
  statement: (sql: SqlClient.SqlClient, table: string) => Effect.Effect<unknown, SqlError.SqlError>,
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(JOB_TABLES, (table) => statement(sql, table), { discard: true }),
  );

/**
 * Frees the jobs of dead workers without waiting for the end of their leases. Only for the process that has
 * just opened an embedded database, when no other process can hold a job.
 */
export const releaseClaimedJobs = inEachTable(
  (sql, table) => sql`
    UPDATE ${sql(table)}
    SET
      claim = NULL, claimed_at = NULL, claimed_until = NULL,
      abandoned_claims = abandoned_claims + 1
    WHERE claim IS NOT NULL`,
);

/**
 * Corrects due times and leases of jobs after the database's clock was set back, so that they wait for their
 * delay and not until the clock has caught up. Timestamps in the future show the change.
 */
export const adjustToClockSetBack = inEachTable(
  (sql, table) => sql`
    UPDATE ${sql(table)}
    SET
      due_at = due_at + (now() - updated_at),
      claimed_until = claimed_until + (now() - updated_at),
      updated_at = now()
    WHERE updated_at > now() + interval '1 minute'`,
);

/** The interval of checks whether the database's clock was set back. */
const CLOCK_CHECK_INTERVAL = Duration.seconds(10);

/** Watches the database's clock until the scope closes. */
export const watchDatabaseClock: Layer.Layer<never, never, SqlClient.SqlClient> = Effect.sleep(
  CLOCK_CHECK_INTERVAL,
).pipe(
  Effect.andThen(adjustToClockSetBack),
  // The database may be unavailable; the next interval checks again.
  Effect.ignoreCause,
  Effect.forever,
  Effect.forkScoped,
  Layer.effectDiscard,
);
