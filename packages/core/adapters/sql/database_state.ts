import { Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { LATEST_MIGRATION } from "./migrations/mod.ts";
import { readRows } from "./rows.ts";

/** Work of a kind that waits for a worker. */
export interface Waiting {
  readonly kind: "renders" | "mails" | "deliveries";
  readonly count: number;
  /** How long the oldest has waited; 0 when nothing waits. */
  readonly oldestSeconds: number;
}

/** What a database is like. */
export interface DatabaseState {
  /** The version of PostgreSQL, such as `16.4`. */
  readonly version: string;
  /** Its clock, in milliseconds since 1970. */
  readonly clockMillis: number;
  /** How many changes of the schema it has had, and how many there are. */
  readonly migrations: { readonly applied: number; readonly known: number };
  /** Absent: it has not got our tables yet. */
  readonly waiting: ReadonlyArray<Waiting> | undefined;
}

const serverRows = readRows(
  Schema.Struct({
    version: Schema.String,
    clockMillis: Schema.Finite,
    isMigrated: Schema.Boolean,
    hasQueue: Schema.Boolean,
    hasDeliveries: Schema.Boolean,
  }),
);
const appliedRows = readRows(Schema.Struct({ applied: Schema.Int }));
const waitingRows = readRows(
  Schema.Struct({
    kind: Schema.Literals(["renders", "mails", "deliveries"]),
    count: Schema.Int,
    oldestSeconds: Schema.Finite,
  }),
);

/** Looks at a database without changing anything in it. */
export const databaseState: Effect.Effect<DatabaseState, never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient;
    const [server] = yield* serverRows(sql`
      SELECT
        current_setting('server_version') AS version,
        (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS clock_millis,
        to_regclass('paraph_migrations') IS NOT NULL AS is_migrated,
        to_regclass('effect_queue') IS NOT NULL AS has_queue,
        to_regclass('webhook_deliveries') IS NOT NULL AS has_deliveries
    `);
    if (server === undefined) return yield* Effect.die("SELECT gave no row");
    const [done] = server.isMigrated
      ? yield* appliedRows(sql`
          SELECT COALESCE(max(migration_id), 0)::int AS applied FROM paraph_migrations
        `)
      : [];
    const jobs = server.hasQueue
      ? yield* waitingRows(sql`
          SELECT
            queue_name AS kind,
            count(*)::int AS count,
            extract(
              epoch FROM (clock_timestamp() AT TIME ZONE 'UTC') - min(created_at)
            )::float8 AS oldest_seconds
          FROM effect_queue
          WHERE state = 'pending'
            AND queue_name IN ('renders', 'mails')
          GROUP BY queue_name
        `)
      : [];
    const deliveries = server.hasDeliveries
      ? yield* waitingRows(sql`
          SELECT
            'deliveries' AS kind,
            count(*)::int AS count,
            COALESCE(extract(epoch FROM clock_timestamp() - min(due_at)), 0)::float8
              AS oldest_seconds
          FROM webhook_deliveries
          JOIN webhooks ON webhooks.id = webhook_id
          WHERE status = 'pending'
            AND due_at <= clock_timestamp()
            AND webhooks.enabled
        `)
      : [];
    const found = new Map([...jobs, ...deliveries].map((waiting) => [waiting.kind, waiting]));
    return {
      version: server.version,
      clockMillis: server.clockMillis,
      migrations: { applied: done?.applied ?? 0, known: LATEST_MIGRATION },
      waiting: server.hasDeliveries
        ? KINDS.map((kind) => found.get(kind) ?? { kind, count: 0, oldestSeconds: 0 })
        : undefined,
    };
  },
);

const KINDS = ["renders", "mails", "deliveries"] as const;
