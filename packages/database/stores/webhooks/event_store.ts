import { rememberJsonText } from "@paraph/core/values";
import { EventStore, type EventStart, OutgoingEvent, PING } from "@paraph/core/webhooks";
import { Array, DateTime, Duration, Effect, Layer, Schema } from "effect";
import { SqlClient, type SqlError, type Statement } from "effect/sql";

import { readRows } from "../sql/rows.ts";

const eventRows = readRows(Schema.Struct({ body: Schema.String }));
// Metadata may contain numbers that only JSON can represent, such as 1e400.
const parseEvent = Schema.decodeUnknownSync(Schema.fromJsonString(OutgoingEvent));
const positionRows = readRows(Schema.Struct({ writtenBy: Schema.String, position: Schema.String }));

/** The event stream is in the order in which transactions began to write. None runs longer than this. */
const LONGEST_TRANSACTION = Duration.hours(1);

/**
 * The event stream in PostgreSQL: in the order of the transactions that wrote the events, up to the oldest
 * that still runs. Later commits always follow all positions that were ever read.
 */
export const eventStoreSql: Layer.Layer<EventStore, never, SqlClient.SqlClient> = Layer.effect(
  EventStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    /**
     * A position before every event at or after a moment, by the database's clock. Reading from the oldest
     * event would pass all earlier ones.
     */
    const placeBefore = Effect.fnUntraced(function* (moment: DateTime.Utc) {
      const earlier = DateTime.subtractDuration(moment, LONGEST_TRANSACTION);
      const [last] = yield* positionRows(sql`
        SELECT written_by::text, position::text
        FROM events
        WHERE written_at < ${DateTime.toDateUtc(earlier)}
        ORDER BY written_at DESC
        LIMIT 1
      `);
      return last;
    });

    const conditionsOf = Effect.fnUntraced(function* (start: EventStart | undefined) {
      if (start === undefined) return [];
      const behind = "after" in start ? start.after : yield* placeBefore(start.since);
      return [
        ...("since" in start
          ? [sql`COALESCE(written_at, created_at) >= ${DateTime.toDateUtc(start.since)}`]
          : []),
        ...(behind === undefined
          ? []
          : [
              sql`(written_by, position) >
                (${behind.writtenBy}::xid8, ${behind.position}::bigint)`,
            ]),
      ];
    });

    return EventStore.of({
      read: Effect.fnUntraced(function* (project, start, limit) {
        const rows = yield* eventRows(sql`
          SELECT body
          FROM events
          WHERE ${sql.and([
            sql`project_id = ${project}`,
            sql`type <> ${PING}`,
            sql`erased_at IS NULL`,
            sql`written_by < pg_snapshot_xmin(pg_current_snapshot())`,
            ...(yield* conditionsOf(start)),
          ])}
          ORDER BY written_by, position
          LIMIT ${limit}
        `);
        // Read as they are delivered, byte for byte.
        return rows.map(({ body }) => rememberJsonText(parseEvent(body), body));
      }),

      find: (project, event) =>
        positionRows(sql`
          SELECT written_by::text, position::text
          FROM events
          WHERE id = ${event}
            AND project_id = ${project}
            AND type <> ${PING}
        `).pipe(Effect.map(Array.head)),
    });
  }),
);

/** The render of an event, in the expression of the index `events_of_render`. */
export function eventRender(sql: SqlClient.SqlClient): Statement.Fragment {
  return sql`(
    CASE
      WHEN type LIKE 'render.%' THEN body::json -> 'data' ->> 'id'
      ELSE body::json -> 'data' ->> 'renderId'
    END
  )`;
}

/**
 * Repairs the event stream after a dump was restored on another server, whose transaction ids begin again:
 * events with ids of future transactions would be hidden and sort after new ones. They are moved to the
 * start, in their order.
 */
export const settleRestoredEvents: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    yield* sql`
      WITH restored AS (
        SELECT id, row_number() OVER (ORDER BY written_by, position) AS place
        FROM events
        WHERE EXISTS (
          SELECT 1
          FROM events
          WHERE written_by >= pg_snapshot_xmax(pg_current_snapshot())
        )
      )
      UPDATE events
      SET written_by = '1', position = place
      FROM restored
      WHERE events.id = restored.id`;
  });
