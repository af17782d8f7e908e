import {
  EngagementEvent,
  EngagementStore,
  EngagementType,
  type Tally,
} from "@paraph/core/engagement";
import { EngagementEventId, rememberJsonText, verbatimJson } from "@paraph/core/values";
import { Duration, Effect, Layer, Option, Schema } from "effect";
import { SqlClient, type Statement } from "effect/sql";

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
  Schema.Struct({
    eventType: Schema.NullOr(EngagementType),
    count: Schema.Int,
    throughShares: Schema.Int,
  }),
);
const addedRows = readRows(Schema.Struct({ id: EngagementEventId }));

/** Engagement with documents in PostgreSQL. */
export const engagementStoreSql: Layer.Layer<EngagementStore, never, SqlClient.SqlClient> =
  Layer.effect(
    EngagementStore,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const columns = {
        id: "uuid",
        renderId: "uuid",
        shareId: "uuid",
        eventType: "text",
        actorKind: "text",
        sourceIp: "text",
        userAgent: "text",
        createdAt: "timestamptz",
      } as const;
      const newEvents = recordset(sql, columns);
      const newDedupedEvents = recordset(sql, { ...columns, dedupeKey: "text" });
      const metadataOfAll = (events: ReadonlyArray<EngagementEvent>) =>
        sql`unnest(${events.map(metadataText)}::text[])`;

      const selectEvents = (condition: Statement.Fragment) =>
        eventRows(sql`
          SELECT
            id, event_type, actor_kind, share_id, source_ip, user_agent,
            metadata::text AS metadata, created_at
          FROM engagement_events
          ${condition}
        `).pipe(
          Effect.map((rows) => rows.map((row) => ({ ...row, metadata: metadataOf(row.metadata) }))),
        );

      return EngagementStore.of({
        add: (events) =>
          sql`
            INSERT INTO engagement_events (
              id, render_id, share_id, event_type, actor_kind, source_ip, user_agent, created_at,
              metadata
            )
            SELECT
              id, render_id, share_id, event_type, actor_kind, source_ip, user_agent, created_at,
              NULLIF(metadata, '')::json
            FROM ROWS FROM (${newEvents(events)}, ${metadataOfAll(events)})
              AS event (
                id, render_id, share_id, event_type, actor_kind, source_ip, user_agent, created_at,
                metadata
              )
          `.pipe(Effect.orDie, Effect.asVoid),

        // Known duplicates lock and write nothing, so their transaction does not wait for the disk. For other
        // keys, a concurrent caller waits for the first to commit and then finds its window.
        addNew: (events, window) => {
          const start = sql`${Duration.toMillis(window)} * interval '1 ms'`;
          return addedRows(sql`
            WITH draft AS (
              SELECT *
              FROM ROWS FROM (${newDedupedEvents(events)}, ${metadataOfAll(events)})
                AS event (
                  id, render_id, share_id, event_type, actor_kind, source_ip, user_agent,
                  created_at, dedupe_key, metadata
                )
            ),
            candidate AS MATERIALIZED (
              SELECT *
              FROM draft
              WHERE NOT EXISTS (
                SELECT FROM engagement_windows
                WHERE key = dedupe_key
                  AND opened_at > created_at - ${start}
              )
            ),
            locked AS MATERIALIZED (
              SELECT id
              FROM renders
              WHERE id = ANY(ARRAY(SELECT render_id FROM candidate))
              ORDER BY id
              FOR KEY SHARE
            ),
            opened AS (
              INSERT INTO engagement_windows (key, opened_at)
              SELECT dedupe_key, created_at
              FROM candidate
              WHERE dedupe_key IS NOT NULL
                AND render_id IN (SELECT id FROM locked)
              ORDER BY dedupe_key
              ON CONFLICT (key) DO UPDATE
              SET opened_at = excluded.opened_at
              WHERE engagement_windows.opened_at <= excluded.opened_at - ${start}
              RETURNING key
            )
            INSERT INTO engagement_events (
              id, render_id, share_id, event_type, actor_kind, source_ip, user_agent, created_at,
              metadata
            )
            SELECT
              id, render_id, share_id, event_type, actor_kind, source_ip, user_agent, created_at,
              NULLIF(metadata, '')::json
            FROM candidate
            WHERE render_id IN (SELECT id FROM locked)
              AND (dedupe_key IS NULL OR dedupe_key IN (SELECT key FROM opened))
            RETURNING id
          `).pipe(Effect.map((rows) => new Set(rows.map(({ id }) => id))));
        },

        tally: (projectId, renderId) =>
          tallyRows(sql`
            SELECT
              event_type, count(engagement_events.id)::int AS count,
              count(share_id)::int AS through_shares
            FROM renders
            LEFT JOIN engagement_events ON engagement_events.render_id = renders.id
            WHERE renders.project_id = ${projectId}
              AND renders.id = ${renderId}
            GROUP BY event_type
          `).pipe(
            Effect.map((rows) =>
              rows.length === 0 ? Option.none() : Option.some(rows.flatMap(talliesOf)),
            ),
          ),

        ofShare: (renderId, shareId, { before, limit }) =>
          selectEvents(sql`
            WHERE ${sql.and([
              // The index is by render.
              sql`render_id = ${renderId}`,
              sql`share_id = ${shareId}`,
              ...(before === undefined ? [] : [sql`id < ${before}`]),
            ])}
            ORDER BY id DESC
            LIMIT ${limit + 1}
          `),

        recent: (renderId, limit) =>
          selectEvents(sql`
            WHERE render_id = ${renderId}
            ORDER BY id DESC
            LIMIT ${limit}
          `),
      });
    }),
  );

/** The counts of a type; a render without events has a row without a type. */
function talliesOf({
  eventType,
  ...counts
}: Omit<Tally, "eventType"> & { readonly eventType: EngagementType | null }): ReadonlyArray<Tally> {
  return eventType === null ? [] : [{ eventType, ...counts }];
}

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
