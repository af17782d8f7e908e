import { SystemStore } from "@paraph/core/admin";
import { Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { databaseConnections } from "../sql/database_connections.ts";
import { databaseState } from "../sql/database_state.ts";
import { readRows } from "../sql/rows.ts";

const countRows = readRows(
  Schema.Struct({ jobsInProgress: Schema.Int, accounts: Schema.Int, projects: Schema.Int }),
);

/** Reads the state of a deployment in PostgreSQL. */
export const systemStoreSql: Layer.Layer<SystemStore, never, SqlClient.SqlClient> = Layer.effect(
  SystemStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const counts = countRows(sql`
      SELECT
        (
          (SELECT count(*) FROM render_jobs WHERE claimed_until > clock_timestamp())
          + (SELECT count(*) FROM email_jobs WHERE claimed_until > clock_timestamp())
        )::int AS jobs_in_progress,
        (SELECT count(*)::int FROM accounts) AS accounts,
        (SELECT count(*)::int FROM projects WHERE deleted_at IS NULL) AS projects
    `);
    const read = Effect.gen(function* () {
      const { version, migrations, waiting = [] } = yield* databaseState;
      const connections = yield* databaseConnections;
      const [row] = yield* counts;
      if (row === undefined) return yield* Effect.die("SELECT gave no row");
      return {
        databaseVersion: version,
        appliedMigrations: migrations.applied,
        knownMigrations: migrations.known,
        queues: waiting.map(({ kind, count, oldestSeconds }) => ({
          queue: kind,
          waiting: count,
          oldestSeconds,
        })),
        connections: connections.reduce((total, { count }) => total + count, 0),
        ...row,
      };
    });
    return SystemStore.of({ read: Effect.provideService(read, SqlClient.SqlClient, sql) });
  }),
);
