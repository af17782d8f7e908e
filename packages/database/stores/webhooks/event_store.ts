import { keepJsonText } from "@paraph/core/values";
import { EventStore, type FeedStart, OutgoingEvent, PING } from "@paraph/core/webhooks";
import { Array, DateTime, Duration, Effect, Layer, Schema } from "effect";
import { SqlClient, type SqlError, type Statement } from "effect/sql";

import { readRows } from "../sql/rows.ts";

const eventRows = readRows(Schema.Struct({ body: Schema.String }));
// Metadata may hold numbers that JSON can write and no other codec reads, such as 1e400.
const parseEvent = Schema.decodeUnknownSync(Schema.fromJsonString(OutgoingEvent));
const positionRows = readRows(Schema.Struct({ writtenBy: Schema.String, position: Schema.String }));

/** The feed is in the order in which transactions began to write; none goes on for so long. */
const LONGEST_TRANSACTION = Duration.hours(1);

/**
 * The feed in PostgreSQL: in the order of the transactions that wrote the events, and only up to the
 * oldest that still runs. Whatever commits later stands behind all that was ever read.
 */
export const eventStoreSql: Layer.Layer<EventStore, never, SqlClient.SqlClient> = Layer.effect(
  EventStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    /**
     * A place before every event of a moment or later, by the database's clock: reading from the oldest on
     * would pass all of them.
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

    const conditionsOf = Effect.fnUntraced(function* (start: FeedStart | undefined) {
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
        // Read as they are delivered: to the letter.
        return rows.map(({ body }) => keepJsonText(parseEvent(body), body));
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

/** The render that an event tells of, in the words of the index `events_of_render`. */
export function eventRender(sql: SqlClient.SqlClient): Statement.Fragment {
  return sql`(
    CASE
      WHEN type LIKE 'render.%' THEN body::json -> 'data' ->> 'id'
      ELSE body::json -> 'data' ->> 'renderId'
    END
  )`;
}

/**
 * Makes room in the feed after a dump was restored on another server, which counts its transactions
 * from the beginning again: events that claim to be of transactions to come would hide, and stand
 * behind all that is new. They are put first, in the order they had.
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
