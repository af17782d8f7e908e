import { Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { LATEST_MIGRATION } from "../../migrations/mod.ts";
import { type Waiting, waitingWork } from "../queue/waiting_work.ts";
import { readRows } from "./rows.ts";

/** The state of a database. */
export interface DatabaseState {
  /** The version of PostgreSQL, such as `16.4`. */
  readonly version: string;
  /** Its clock, in milliseconds since 1970. */
  readonly clockMillis: number;
  /** The number of migrations applied, and the number in this release. */
  readonly migrations: { readonly applied: number; readonly known: number };
  /** Absent if the tables do not exist yet. */
  readonly waiting: ReadonlyArray<Waiting> | undefined;
}

const serverRows = readRows(
  Schema.Struct({
    version: Schema.String,
    clockMillis: Schema.Finite,
    isMigrated: Schema.Boolean,
    isWhole: Schema.Boolean,
  }),
);
const appliedRows = readRows(Schema.Struct({ applied: Schema.Int }));

/** Reads the state of a database without changing it. */
export const databaseState: Effect.Effect<DatabaseState, never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient;
    const [server] = yield* serverRows(sql`
      SELECT
        current_setting('server_version') AS version,
        (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS clock_millis,
        to_regclass('paraph_migrations') IS NOT NULL AS is_migrated,
        to_regclass('signature_requests') IS NOT NULL AS is_whole
    `);
    if (server === undefined) return yield* Effect.die("SELECT gave no row");
    const [latest] = server.isMigrated
      ? yield* appliedRows(sql`
          SELECT COALESCE(max(migration_id), 0)::int AS applied FROM paraph_migrations
        `)
      : [];
    return {
      version: server.version,
      clockMillis: server.clockMillis,
      migrations: { applied: latest?.applied ?? 0, known: LATEST_MIGRATION },
      waiting: server.isWhole ? yield* waitingWork : undefined,
    };
  },
);
