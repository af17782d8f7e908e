import { Array, DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { EventStore, OutgoingEvent, PING } from "../../webhooks/mod.ts";
import { readRows } from "./rows.ts";

const eventRows = readRows(
  Schema.Struct({ body: Schema.fromJsonString(Schema.toCodecJson(OutgoingEvent)) }),
);
const positionRows = readRows(Schema.Struct({ writtenBy: Schema.String, position: Schema.String }));

/**
 * The feed in PostgreSQL: in the order of the transactions that wrote the events, and only up to the
 * oldest that still runs. Whatever commits later stands behind all that was ever read.
 */
export const eventStoreSql: Layer.Layer<EventStore, never, SqlClient.SqlClient> = Layer.effect(
  EventStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    EventStore.of({
      read: (project, start, limit) =>
        eventRows(sql`
          SELECT body
          FROM events
          WHERE ${sql.and([
            sql`project_id = ${project}`,
            sql`type <> ${PING}`,
            sql`erased_at IS NULL`,
            sql`written_by < pg_snapshot_xmin(pg_current_snapshot())`,
            ...(start !== undefined && "since" in start
              ? [sql`created_at >= ${DateTime.toDateUtc(start.since)}`]
              : []),
            ...(start !== undefined && "behind" in start
              ? [
                  sql`(written_by, position) >
                    (${start.behind.writtenBy}::xid8, ${start.behind.position}::bigint)`,
                ]
              : []),
          ])}
          ORDER BY written_by, position
          LIMIT ${limit}
        `).pipe(Effect.map((rows) => rows.map(({ body }) => body))),

      find: (project, event) =>
        positionRows(sql`
          SELECT written_by::text, position::text
          FROM events
          WHERE id = ${event}
            AND project_id = ${project}
            AND type <> ${PING}
        `).pipe(Effect.map(Array.head)),
    }),
  ),
);
