import { Effect, Schedule } from "effect";
import { Migrator, SqlClient, SqlError } from "effect/sql";

/** Changes a schema; returns the names of the migrations that ran. */
export type Migration = Effect.Effect<
  ReadonlyArray<string>,
  Migrator.MigrationError | SqlError.SqlError,
  SqlClient.SqlClient
>;

/** Statements queue behind a migration that waits for a lock, so it waits only briefly. */
const setLockTimeout = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SET LOCAL lock_timeout = '2s'`,
);

/** Copying a whole table may hold its lock for long. */
const LOCK_RETRIES = Schedule.spaced("1 second").pipe(Schedule.upTo({ duration: "10 minutes" }));

/** Returns a function that migrates a database to a schema number, by the migrations of a list in order. */
export const migrator =
  (changes: Readonly<Record<string, Effect.Effect<unknown, unknown, SqlClient.SqlClient>>>) =>
  (schema: number): Migration =>
    Effect.gen(function* () {
      const before = yield* appliedCount;
      const pending = Object.keys(changes).slice(before, schema);
      // No statement waits for tables that do not exist yet. Otherwise locks are held for one change only.
      const steps = before === 0 ? [schema] : pending.map((_, index) => before + index + 1);
      const names = yield* Effect.forEach(steps, (step) =>
        runInTransaction(Object.entries(changes).slice(0, step)),
      );
      return names.flat();
    });

/** The number of migrations applied to a database. */
const appliedCount = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const tables = yield* sql`SELECT 1 WHERE to_regclass('paraph_migrations') IS NOT NULL`;
  if (tables.length === 0) return 0;
  const [latest] = yield* sql<{ readonly applied: number }>`
    SELECT COALESCE(max(migration_id), 0)::int AS applied FROM paraph_migrations`;
  return latest?.applied ?? 0;
});

/** Runs the migrations that a database lacks. */
function runInTransaction(
  changes: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, SqlClient.SqlClient>]>,
): Migration {
  const loaders = changes.map(([name, change]) => [name, Effect.andThen(setLockTimeout, change)]);
  return Migrator.make({})({
    loader: Migrator.fromRecord(Object.fromEntries(loaders)),
    table: "paraph_migrations",
  }).pipe(
    Effect.tapError((error) =>
      isLockFailure(error)
        ? Effect.logWarning("A migration waits for a transaction that uses its tables")
        : Effect.void,
    ),
    Effect.retry({ while: isLockFailure, schedule: LOCK_RETRIES }),
    Effect.map((migrations) => migrations.map(([, name]) => name)),
  );
}

/** Whether a lock timed out or two transactions were deadlocked. */
function isLockFailure(error: unknown): boolean {
  const failure = error instanceof Migrator.MigrationError ? error.cause : error;
  if (!SqlError.isSqlError(failure)) return false;
  return ["LockTimeoutError", "DeadlockError"].includes(failure.reason._tag);
}
