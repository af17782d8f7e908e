import { BlobId } from "@paraph/core/blobs";
import { publicCopyName, RetentionStore } from "@paraph/core/erasure";
import { ProjectId, RenderId } from "@paraph/core/values";
import { Duration, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { readRows } from "../sql/rows.ts";
import { removedFiles } from "./removed_files.ts";
import { weeklyPartitions } from "./weekly_partitions.ts";

const idRows = readRows(Schema.Struct({ id: RenderId }));
const idsOf = Effect.map((rows: ReadonlyArray<{ readonly id: RenderId }>) =>
  rows.map(({ id }) => id),
);
const blobRows = readRows(Schema.Struct({ id: BlobId }));
const nameRows = readRows(Schema.Struct({ name: Schema.String }));
const withdrawalRows = readRows(Schema.Struct({ id: ProjectId, copiesBehind: RenderId }));
const copyRows = readRows(Schema.Struct({ id: RenderId, token: Schema.NullOr(Schema.String) }));
const clockRows = readRows(Schema.Struct({ millis: Schema.Finite }));

/** The tables with retention, and the columns of their age: by the node's clock and the database's. */
const TABLES = {
  events: { table: "events", key: "id", at: "created_at", written: "written_at" },
  deliveries: { table: "webhook_deliveries", key: "id", at: "created_at", written: "written_at" },
  audit: { table: "audit_log", key: "id", at: "at", written: "at" },
  repetitions: { table: "engagement_windows", key: "key", at: "opened_at", written: "opened_at" },
} as const;

/** Retention in PostgreSQL. */
export const retentionStoreSql: Layer.Layer<RetentionStore, never, SqlClient.SqlClient> =
  Layer.effect(
    RetentionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const partitions = yield* weeklyPartitions;
      const noteFiles = yield* removedFiles;
      // Uses the start of the transaction, since an index needs a stable expression.
      const before = (age: Duration.Duration) =>
        sql`now() - ${Duration.toMillis(age)} * interval '1 ms'`;

      return RetentionStore.of({
        clockMillis: clockRows(sql`
          SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS millis
        `).pipe(Effect.map(([row]) => row?.millis ?? 0)),

        expiredRenders: (kind, age, except, limit) =>
          idsOf(
            kind === "unsigned"
              ? idRows(sql`
                SELECT id
                FROM renders
                WHERE completed_at < ${before(age)}
                  AND id <> ALL(${[...except]}::uuid[])
                  AND COALESCE(accepted_at, created_at) < ${before(age)}
                  AND NOT EXISTS (SELECT 1 FROM signature_requests WHERE render_id = renders.id)
                ORDER BY completed_at
                LIMIT ${limit}
              `)
              : idRows(sql`
                SELECT DISTINCT ended.render_id AS id
                FROM signature_requests AS ended
                JOIN renders ON renders.id = ended.render_id
                WHERE ended.status NOT IN ('unsent', 'sent', 'viewed')
                  AND COALESCE(ended.completed_at, ended.expires_at) < ${before(age)}
                  AND ended.render_id <> ALL(${[...except]}::uuid[])
                  AND COALESCE(accepted_at, renders.created_at) < ${before(age)}
                  AND NOT EXISTS (
                    SELECT 1
                    FROM signature_requests AS blocking
                    WHERE blocking.render_id = ended.render_id
                      AND (
                        blocking.status IN ('unsent', 'sent', 'viewed')
                        OR GREATEST(COALESCE(blocking.completed_at, blocking.expires_at), blocking.written_at)
                          >= ${before(age)}
                      )
                  )
                LIMIT ${limit}
              `),
          ),

        addPartitions: partitions.add,

        // Deliveries of dropped events are dropped, even if they still wait.
        dropExpired: Effect.fnUntraced(function* (kind, age) {
          if (kind === "deliveries") return yield* partitions.drop("webhook_deliveries", age, true);
          const events = yield* partitions.drop("events", age, false);
          return events + (yield* partitions.drop("webhook_deliveries", age, false));
        }),

        deleteExpired: Effect.fnUntraced(function* (kind, age, limit) {
          const { table, key, at, written } = TABLES[kind];
          yield* sql`SELECT set_config('paraph.erasing', ${table}, true)`;
          const isSettled = kind === "deliveries" ? sql`status <> 'pending'` : sql`TRUE`;
          const rows = yield* sql<{ readonly key: string }>`
            DELETE FROM ${sql(table)}
            WHERE ${sql(key)} IN (
              SELECT ${sql(key)}
              FROM ${sql(table)}
              WHERE ${sql(at)} < ${before(age)}
                AND COALESCE(${sql(written)}, ${sql(at)}) < ${before(age)}
                AND ${isSettled}
              ORDER BY ${sql(at)}
              LIMIT ${limit}
              FOR UPDATE SKIP LOCKED
            )
            RETURNING ${sql(key)}::text AS key
          `;
          if (kind === "events") {
            const ids = rows.map((row) => row.key);
            yield* sql`DELETE FROM webhook_deliveries WHERE event_id = ANY(${ids}::uuid[])`;
          }
          return rows.length;
        }, Effect.orDie),

        deleteUnreferencedBlobs: Effect.fnUntraced(function* (limit) {
          // A concurrent new reference locks its blob; a later one waits for this.
          const due = yield* blobRows(sql`
            SELECT id
            FROM blobs
            WHERE check_at <= now()
            ORDER BY check_at
            LIMIT ${limit}
            FOR UPDATE SKIP LOCKED
          `);
          const ids = due.map(({ id }) => id);
          yield* sql`
            WITH forgotten AS (
              DELETE FROM blobs
              WHERE id = ANY(${ids}::text[])
                AND NOT EXISTS (SELECT 1 FROM blob_references WHERE blob_id = blobs.id)
              RETURNING name
            )
            INSERT INTO removed_files (name)
            SELECT name FROM forgotten
            ON CONFLICT (name) DO NOTHING
          `;
          yield* sql`UPDATE blobs SET check_at = NULL WHERE id = ANY(${ids}::text[])`;
          return ids.length;
        }, Effect.orDie),

        withdrawCopies: Effect.fnUntraced(function* (limit) {
          const [project] = yield* withdrawalRows(sql`
            SELECT id, copies_behind
            FROM projects
            WHERE copies_behind IS NOT NULL
            LIMIT 1
            FOR UPDATE SKIP LOCKED
          `);
          if (project === undefined) return 0;
          const copies = yield* copyRows(sql`
            SELECT id, CASE WHEN public_url IS NOT NULL THEN download_token END AS token
            FROM renders
            WHERE project_id = ${project.id}
              AND id > ${project.copiesBehind}
            ORDER BY id
            LIMIT ${limit}
          `);
          const withdrawn = copies.flatMap(({ id, token }) =>
            token === null ? [] : [{ id, token }],
          );
          yield* noteFiles(withdrawn.map(({ token }) => publicCopyName(token)));
          yield* sql`
            UPDATE renders
            SET public_url = NULL
            WHERE id = ANY(${withdrawn.map(({ id }) => id)}::uuid[])
          `;
          const behind = copies.length < limit ? null : (copies.at(-1)?.id ?? null);
          yield* sql`UPDATE projects SET copies_behind = ${behind} WHERE id = ${project.id}`;
          return 1;
        }, Effect.orDie),

        claimFiles: (limit) =>
          nameRows(sql`
            UPDATE removed_files
            SET due_at = clock_timestamp() + interval '1 minute'
            WHERE name IN (
              SELECT name
              FROM removed_files
              WHERE due_at <= now()
              ORDER BY due_at
              LIMIT ${limit}
              FOR UPDATE SKIP LOCKED
            )
            RETURNING name
          `).pipe(Effect.map((rows) => rows.map(({ name }) => name))),

        // A process that was writing such a file has ended after an hour.
        markRemoved: Effect.fnUntraced(function* (names) {
          yield* sql`
            DELETE FROM removed_files
            WHERE name = ANY(${[...names]}::text[])
              AND added_at < now() - interval '1 hour'
          `;
          yield* sql`
            UPDATE removed_files
            SET due_at = added_at + interval '61 minutes'
            WHERE name = ANY(${[...names]}::text[])
          `;
        }, Effect.orDie),
      });
    }),
  );
