import { EngagementEvent, EngagementStore, EngagementType } from "@paraph/core/engagement";
import { rememberJsonText, verbatimJson } from "@paraph/core/values";
import { DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { recordset } from "../sql/recordset.ts";
import { readRows, RowTime } from "../sql/rows.ts";

const eventRows = readRows(
  Schema.Struct({
    ...EngagementEvent.fields,
    metadata: Schema.NullOr(Schema.String),
    createdAt: RowTime,
  }),
);
const tallyRows = readRows(
  Schema.Struct({ eventType: EngagementType, count: Schema.Int, throughShares: Schema.Int }),
);

/** Engagement with documents in PostgreSQL. */
export const engagementStoreSql: Layer.Layer<EngagementStore, never, SqlClient.SqlClient> =
  Layer.effect(
    EngagementStore,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const newEvents = recordset(sql, {
        id: "uuid",
        renderId: "uuid",
        shareId: "uuid",
        eventType: "text",
        actorKind: "text",
        sourceIp: "text",
        userAgent: "text",
        createdAt: "timestamptz",
      });
      return EngagementStore.of({
        // A concurrent caller waits for the first to commit and then sees its row.
        openWindow: (key, openedAt, since) =>
          sql`
            INSERT INTO engagement_windows ${sql.insert({ key, openedAt: DateTime.toDateUtc(openedAt) })}
            ON CONFLICT (key) DO UPDATE
            SET opened_at = excluded.opened_at
            WHERE engagement_windows.opened_at <= ${DateTime.toDateUtc(since)}
            RETURNING key
          `.pipe(
            Effect.orDie,
            Effect.map((rows) => rows.length > 0),
          ),

        add: (events) =>
          sql`
            INSERT INTO engagement_events (
              id, render_id, share_id, event_type, actor_kind, source_ip, user_agent, created_at,
              metadata
            )
            SELECT
              id, render_id, share_id, event_type, actor_kind, source_ip, user_agent, created_at,
              NULLIF(metadata, '')::json
            FROM ROWS FROM (${newEvents(events)}, unnest(${events.map(metadataText)}::text[]))
              AS event (
                id, render_id, share_id, event_type, actor_kind, source_ip, user_agent, created_at,
                metadata
              )
          `.pipe(Effect.orDie, Effect.asVoid),

        tally: (renderId) =>
          tallyRows(sql`
            SELECT event_type, count(*)::int AS count, count(share_id)::int AS through_shares
            FROM engagement_events
            WHERE render_id = ${renderId}
            GROUP BY event_type
          `),

        recent: (renderId, limit) =>
          eventRows(sql`
            SELECT
              id, event_type, actor_kind, share_id, source_ip, user_agent,
              metadata::text AS metadata, created_at
            FROM engagement_events
            WHERE render_id = ${renderId}
            ORDER BY id DESC
            LIMIT ${limit}
          `).pipe(
            Effect.map((rows) =>
              rows.map((row) => ({ ...row, metadata: metadataOf(row.metadata) })),
            ),
          ),
      });
    }),
  );

/** The text of metadata, which must not change; empty without metadata. */
function metadataText({ metadata }: EngagementEvent): string {
  return metadata === null ? "" : verbatimJson(metadata);
}

/** Parses stored metadata, whose text is preserved. */
function metadataOf(text: string | null): EngagementEvent["metadata"] {
  if (text === null) return null;
  const metadata: Readonly<Record<string, unknown>> = JSON.parse(text);
  return rememberJsonText(metadata, text);
}
