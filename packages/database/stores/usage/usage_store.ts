import { UsageDay, UsageStore } from "@paraph/core/usage";
import { idBound } from "@paraph/core/values";
import { DateTime, Effect, Layer } from "effect";
import { SqlClient } from "effect/sql";

import { readRows } from "../sql/rows.ts";

const usageRows = readRows(UsageDay);

/** Counts in PostgreSQL, with the indexes of lists: ids contain the time of creation. */
export const usageStoreSql: Layer.Layer<UsageStore, never, SqlClient.SqlClient> = Layer.effect(
  UsageStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    UsageStore.of({
      days: (project, from, until) => {
        const ofPeriod = sql`
          project_id = ${project}
          AND id >= ${boundOf(from)}::uuid
          AND id < ${boundOf(until)}::uuid`;
        const date = sql`(created_at AT TIME ZONE 'UTC')::date`;
        return usageRows(sql`
          WITH rendered AS (
            SELECT
              ${date} AS date,
              count(*) AS renders,
              count(*) FILTER (WHERE status = 'succeeded') AS succeeded,
              count(*) FILTER (WHERE status = 'failed') AS failed,
              sum(page_count) AS pages,
              sum(byte_size) AS bytes,
              percentile_disc(0.95) WITHIN GROUP (
                ORDER BY greatest(0, extract(epoch FROM completed_at - started_at) * 1000)
              ) AS p95_duration_ms
            FROM renders
            WHERE ${ofPeriod}
            GROUP BY 1
          ),
          shared AS (
            SELECT ${date} AS date, count(*) AS shares
            FROM shares
            WHERE ${ofPeriod}
            GROUP BY 1
          ),
          reads AS (
            SELECT
              ${date} AS date,
              count(*) FILTER (WHERE event_type = 'viewed') AS views,
              count(*) FILTER (WHERE event_type = 'downloaded') AS downloads
            FROM engagement_events
            WHERE ${ofPeriod}
              AND event_type IN ('viewed', 'downloaded')
            GROUP BY 1
          ),
          requested AS (
            SELECT
              ${date} AS date,
              count(*) AS signature_requests,
              count(*) FILTER (WHERE status = 'completed') AS completed_signature_requests
            FROM signature_requests
            WHERE ${ofPeriod}
            GROUP BY 1
          )
          SELECT
            date::text AS date,
            coalesce(renders, 0)::int AS renders,
            coalesce(succeeded, 0)::int AS succeeded,
            coalesce(failed, 0)::int AS failed,
            coalesce(pages, 0)::float8 AS pages,
            coalesce(bytes, 0)::float8 AS bytes,
            round(p95_duration_ms)::float8 AS p95_duration_ms,
            coalesce(shares, 0)::int AS shares,
            coalesce(views, 0)::int AS views,
            coalesce(downloads, 0)::int AS downloads,
            coalesce(signature_requests, 0)::int AS signature_requests,
            coalesce(completed_signature_requests, 0)::int AS completed_signature_requests
          FROM rendered
          FULL JOIN shared USING (date)
          FULL JOIN reads USING (date)
          FULL JOIN requested USING (date)
        `);
      },
    }),
  ),
);

/** The smallest id of a time. */
function boundOf(time: DateTime.Utc): string | undefined {
  return idBound(DateTime.formatIso(time));
}
