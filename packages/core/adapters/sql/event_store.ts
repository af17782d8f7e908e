import { Array, DateTime, Duration, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { idBound } from "../../values/mod.ts";
import { EventStore, type FeedStart, OutgoingEvent, PING } from "../../webhooks/mod.ts";
import { readRows } from "./rows.ts";

const eventRows = readRows(
  Schema.Struct({ body: Schema.fromJsonString(Schema.toCodecJson(OutgoingEvent)) }),
);
const positionRows = readRows(Schema.Struct({ writtenBy: Schema.String, position: Schema.String }));

/** Events are as old as their nodes' clocks say, which may differ by so much from the order of their writing. */
const CLOCKS_DIFFER = Duration.hours(1);
/** So many events tell together what was being written at their time, if some of them lie about it. */
const NEIGHBOURS = 100;

/**
 * The feed in PostgreSQL: in the order of the transactions that wrote the events, and only up to the
 * oldest that still runs. Whatever commits later stands behind all that was ever read.
 */
export const eventStoreSql: Layer.Layer<EventStore, never, SqlClient.SqlClient> = Layer.effect(
  EventStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    /**
     * A place before every event of a moment or later: reading from the oldest on would pass all of them.
     * Neighbours in time are asked, in case the clock of the node that wrote one of them was wrong.
     */
    const placeBefore = Effect.fnUntraced(function* (moment: DateTime.Utc) {
      const earlier = DateTime.subtractDuration(moment, CLOCKS_DIFFER);
      const [first] = yield* positionRows(sql`
        SELECT written_by::text, position::text
        FROM (
          SELECT written_by, position
          FROM events
          WHERE id < ${idBound(DateTime.formatIso(earlier))}
          ORDER BY id DESC
          LIMIT ${NEIGHBOURS}
        ) AS neighbours
        ORDER BY neighbours.written_by, neighbours.position
        LIMIT 1
      `);
      return first;
    });

    const conditionsOf = Effect.fnUntraced(function* (start: FeedStart | undefined) {
      if (start === undefined) return [];
      const behind = "behind" in start ? start.behind : yield* placeBefore(start.since);
      return [
        ...("since" in start ? [sql`created_at >= ${DateTime.toDateUtc(start.since)}`] : []),
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
        return rows.map(({ body }) => body);
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
