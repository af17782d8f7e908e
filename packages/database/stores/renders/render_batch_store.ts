import { RenderBatchStore } from "@paraph/core/renders";
import { ProjectId, RenderBatchId, Slug, TemplateId, TemplateVersionId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient, type Statement } from "effect/sql";

import { erasedKey } from "../erasure/erased_key.ts";
import { readRows, RowTime } from "../sql/rows.ts";
import { renderColumns, storedRender } from "./render_rows.ts";

const batchRows = readRows(
  Schema.Struct({
    id: RenderBatchId,
    projectId: ProjectId,
    templateId: TemplateId,
    templateSlug: Slug,
    templateVersionId: TemplateVersionId,
    versionNumber: Schema.Int,
    total: Schema.Int,
    succeeded: Schema.Int,
    failed: Schema.Int,
    createdAt: RowTime,
    completedAt: Schema.NullOr(RowTime),
  }),
);
const idRows = readRows(Schema.Struct({ id: RenderBatchId }));
const renderRows = readRows(Schema.Struct({ ...storedRender, position: Schema.Int }));

/** Batches of renders in PostgreSQL. */
export const renderBatchStoreSql: Layer.Layer<RenderBatchStore, never, SqlClient.SqlClient> =
  Layer.effect(
    RenderBatchStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      /** The outcomes of the renders of a batch. Erased renders count as failed. */
      const progress = (batch: Statement.Fragment) => sql`
        SELECT
          count(*) FILTER (WHERE renders.status = 'succeeded')::int AS succeeded,
          (${batch}.total - count(*) FILTER (WHERE renders.status <> 'failed'))::int AS failed,
          count(*) FILTER (WHERE renders.status = 'queued')::int AS queued
        FROM render_batch_items
        JOIN renders ON renders.id = render_id
        WHERE batch_id = ${batch}.id`;
      const select = (condition: Statement.Fragment) => sql`
        SELECT
          batch.id, batch.project_id, batch.template_id, slug AS template_slug,
          batch.template_version_id, version_number, total,
          COALESCE(batch.succeeded, progress.succeeded) AS succeeded,
          COALESCE(batch.failed, progress.failed) AS failed,
          batch.created_at, batch.completed_at
        FROM render_batches AS batch
        JOIN templates ON templates.id = batch.template_id
        JOIN template_versions ON template_versions.id = batch.template_version_id
        LEFT JOIN LATERAL (${progress(sql`batch`)}) AS progress ON batch.completed_at IS NULL
        WHERE ${condition}`;
      const idsOf = Effect.map((rows: ReadonlyArray<{ readonly id: RenderBatchId }>) =>
        rows.map(({ id }) => id),
      );

      return RenderBatchStore.of({
        add: ({ id, projectId, templateId, templateVersionId, total, createdAt }) =>
          sql`
            INSERT INTO render_batches ${sql.insert({
              id,
              projectId,
              templateId,
              templateVersionId,
              total,
              createdAt: DateTime.toDateUtc(createdAt),
            })}
          `.pipe(Effect.orDie, Effect.asVoid),

        find: (project, id) =>
          batchRows(select(sql`batch.id = ${id} AND batch.project_id = ${project}`)).pipe(
            Effect.map(Array.head),
          ),

        list: (project, { before, limit }) =>
          batchRows(sql`
            ${select(
              sql.and([
                sql`batch.project_id = ${project}`,
                ...(before === undefined ? [] : [sql`batch.id < ${before}`]),
              ]),
            )}
            ORDER BY batch.id DESC
            LIMIT ${limit + 1}
          `),

        renders: (id) =>
          renderRows(sql`
            SELECT ${renderColumns(sql)}, position
            FROM render_batch_items
            JOIN renders ON renders.id = render_id
            JOIN templates ON templates.id = renders.template_id
            JOIN template_versions ON template_versions.id = renders.template_version_id
            WHERE render_batch_items.batch_id = ${id}
            ORDER BY position
          `),

        complete: Effect.fnUntraced(function* (ids, at) {
          yield* sql`
            SELECT 1
            FROM render_batches
            WHERE id = ANY(${ids}::uuid[])
            ORDER BY id
            FOR NO KEY UPDATE
          `.pipe(Effect.orDie);
          // A separate statement, so that it sees the commits of those who held the lock.
          const completed = yield* idsOf(
            idRows(sql`
              UPDATE render_batches AS batch
              SET completed_at = ${DateTime.toDateUtc(at)}, succeeded = ended.succeeded, failed = ended.failed
              FROM (
                SELECT running.id, progress.*
                FROM render_batches AS running
                CROSS JOIN LATERAL (${progress(sql`running`)}) AS progress
                WHERE running.id = ANY(${ids}::uuid[])
                  AND running.completed_at IS NULL
              ) AS ended
              WHERE batch.id = ended.id
                AND ended.queued = 0
              RETURNING batch.id
            `),
          );
          return completed.length === 0
            ? []
            : yield* batchRows(select(sql`batch.id = ANY(${completed}::uuid[])`));
        }),

        overdue: (limit) =>
          idsOf(
            idRows(sql`
              SELECT id
              FROM render_batches AS batch
              WHERE completed_at IS NULL
                AND NOT EXISTS (
                  SELECT 1
                  FROM render_batch_items
                  JOIN renders ON renders.id = render_id
                  WHERE batch_id = batch.id
                    AND renders.status = 'queued'
                )
              ORDER BY id
              LIMIT ${limit}
            `),
          ),

        deleteEmpty: Effect.fnUntraced(function* (limit) {
          const empty = yield* idsOf(
            idRows(sql`
              SELECT id
              FROM render_batches AS batch
              WHERE completed_at IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM render_batch_items WHERE batch_id = batch.id)
              LIMIT ${limit}
              FOR UPDATE SKIP LOCKED
            `),
          );
          // Deleted with their batches.
          const bulks = yield* idsOf(
            idRows(sql`SELECT id FROM signature_bulks WHERE batch_id = ANY(${empty}::uuid[])`),
          );
          yield* Effect.orDie(sql`DELETE FROM render_batches WHERE id = ANY(${empty}::uuid[])`);
          // Keeps the fact that a key was used, without the key.
          yield* Effect.orDie(sql`
            WITH used AS (
              DELETE FROM idempotency_keys
              WHERE resource_id = ANY(${[...empty, ...bulks]}::uuid[])
              RETURNING operation, within_id, key, resource_id, created_at
            )
            INSERT INTO idempotency_keys (operation, within_id, key, resource_id, created_at)
            SELECT operation, within_id, ${erasedKey(sql, sql`key`)}, resource_id, created_at
            FROM used
            ON CONFLICT DO NOTHING
          `);
          return empty.length;
        }),
      });
    }),
  );
