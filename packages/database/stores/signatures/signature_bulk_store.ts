import {
  type BulkRowError,
  BulkRowStatus,
  type RowRequest,
  type SharedOptions,
  SignatureBulkStore,
} from "@paraph/core/signatures";
import {
  ProjectId,
  RenderBatchId,
  RenderId,
  SignatureBulkId,
  SignatureRequestId,
  Slug,
  TemplateId,
  TemplateVersionId,
} from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient, type Statement } from "effect/sql";

import { recordset } from "../sql/recordset.ts";
import { readRows, RowTime, UncheckedJson } from "../sql/rows.ts";

const bulkRows = readRows(
  Schema.Struct({
    id: SignatureBulkId,
    projectId: ProjectId,
    batchId: RenderBatchId,
    templateId: TemplateId,
    templateSlug: Slug,
    templateVersionId: TemplateVersionId,
    versionNumber: Schema.Int,
    total: Schema.Int,
    sent: Schema.Int,
    failed: Schema.Int,
    createdAt: RowTime,
    completedAt: Schema.NullOr(RowTime),
  }),
);
const idRows = readRows(Schema.Struct({ id: SignatureBulkId }));
const resultRows = readRows(
  Schema.Struct({
    row: Schema.Int,
    renderId: RenderId,
    status: BulkRowStatus,
    signatureId: Schema.NullOr(SignatureRequestId),
    error: UncheckedJson<BulkRowError | null>(),
  }),
);
const taskRows = readRows(
  Schema.Struct({
    bulkId: SignatureBulkId,
    projectId: ProjectId,
    renderId: RenderId,
    position: Schema.Int,
    status: BulkRowStatus,
    options: UncheckedJson<SharedOptions>(),
    request: UncheckedJson<RowRequest | null>(),
    createdAt: RowTime,
  }),
);

/** Bulk requests in PostgreSQL. */
export const signatureBulkStoreSql: Layer.Layer<SignatureBulkStore, never, SqlClient.SqlClient> =
  Layer.effect(
    SignatureBulkStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const newRows = recordset(sql, { renderId: "uuid", position: "integer" });
      /** The outcomes of the rows of a bulk request. Rows with an erased render count as failed. */
      const progress = (bulk: Statement.Fragment) => sql`
        SELECT
          count(*) FILTER (WHERE status = 'sent')::int AS sent,
          (${bulk}.total - count(*) FILTER (WHERE status <> 'failed'))::int AS failed,
          count(*) FILTER (WHERE status = 'pending')::int AS pending
        FROM signature_bulk_rows
        WHERE bulk_id = ${bulk}.id`;
      const select = (condition: Statement.Fragment) => sql`
        SELECT
          bulk.id, bulk.project_id, batch_id, batch.template_id, slug AS template_slug,
          batch.template_version_id, version_number, bulk.total,
          COALESCE(bulk.sent, progress.sent) AS sent,
          COALESCE(bulk.failed, progress.failed) AS failed,
          bulk.created_at, bulk.completed_at
        FROM signature_bulks AS bulk
        JOIN render_batches AS batch ON batch.id = batch_id
        JOIN templates ON templates.id = batch.template_id
        JOIN template_versions ON template_versions.id = batch.template_version_id
        LEFT JOIN LATERAL (${progress(sql`bulk`)}) AS progress ON bulk.completed_at IS NULL
        WHERE ${condition}`;

      return SignatureBulkStore.of({
        add: Effect.fnUntraced(function* ({ rows, options, createdAt, ...bulk }) {
          const { id, projectId, batchId, total } = bulk;
          yield* sql`
            INSERT INTO signature_bulks ${sql.insert({
              id,
              projectId,
              batchId,
              total,
              options: JSON.stringify(options),
              createdAt: DateTime.toDateUtc(createdAt),
            })}
          `;
          const positions = rows.map(({ renderId }, position) => ({ renderId, position }));
          yield* sql`
            INSERT INTO signature_bulk_rows (render_id, bulk_id, position, status, request)
            SELECT render_id, ${id}::uuid, position, 'pending', request::json
            FROM ROWS FROM (
              ${newRows(positions)}, unnest(${rows.map(({ request }) => JSON.stringify(request))}::text[])
            ) AS new_row (render_id, position, request)
          `;
        }, Effect.orDie),

        find: (project, id) =>
          bulkRows(select(sql`bulk.id = ${id} AND bulk.project_id = ${project}`)).pipe(
            Effect.map(Array.head),
          ),

        list: (project, { before, limit }) =>
          bulkRows(sql`
            ${select(
              sql.and([
                sql`bulk.project_id = ${project}`,
                ...(before === undefined ? [] : [sql`bulk.id < ${before}`]),
              ]),
            )}
            ORDER BY bulk.id DESC
            LIMIT ${limit + 1}
          `),

        results: (id) =>
          resultRows(sql`
            SELECT position AS row, render_id, status, signature_id, error
            FROM signature_bulk_rows
            WHERE bulk_id = ${id}
            ORDER BY position
          `),

        findRow: (render) =>
          taskRows(sql`
            SELECT
              bulk_id, project_id, render_id, position, status, options, request, created_at
            FROM signature_bulk_rows
            JOIN signature_bulks ON signature_bulks.id = bulk_id
            WHERE render_id = ${render}
          `).pipe(Effect.map(Array.head)),

        lockPending: (render) =>
          sql`
            SELECT 1
            FROM signature_bulk_rows
            WHERE render_id = ${render}
              AND status = 'pending'
            FOR NO KEY UPDATE
          `.pipe(
            Effect.orDie,
            Effect.map((rows) => rows.length > 0),
          ),

        settle: (render, outcome) =>
          sql`
            UPDATE signature_bulk_rows
            SET
              status = ${outcome.status}, request = NULL,
              signature_id = ${outcome.status === "sent" ? outcome.signatureId : null},
              error = ${outcome.status === "failed" ? JSON.stringify(outcome.error) : null}
            WHERE render_id = ${render}
              AND status = 'pending'
          `.pipe(Effect.orDie, Effect.asVoid),

        complete: Effect.fnUntraced(function* (id, at) {
          yield* sql`
            SELECT 1 FROM signature_bulks WHERE id = ${id} FOR NO KEY UPDATE
          `.pipe(Effect.orDie);
          // A separate statement, so that it sees the commits of those who held the lock.
          const completed = yield* idRows(sql`
            UPDATE signature_bulks AS bulk
            SET completed_at = ${DateTime.toDateUtc(at)}, sent = ended.sent, failed = ended.failed
            FROM (
              SELECT processing.id, progress.*
              FROM signature_bulks AS processing
              CROSS JOIN LATERAL (${progress(sql`processing`)}) AS progress
              WHERE processing.id = ${id}
                AND processing.completed_at IS NULL
            ) AS ended
            WHERE bulk.id = ended.id
              AND ended.pending = 0
            RETURNING bulk.id
          `);
          return completed.length === 0
            ? Option.none()
            : Array.head(yield* bulkRows(select(sql`bulk.id = ${id}`)));
        }),

        overdue: (limit) =>
          idRows(sql`
            SELECT id
            FROM signature_bulks AS bulk
            WHERE completed_at IS NULL
              AND NOT EXISTS (
                SELECT 1
                FROM signature_bulk_rows
                WHERE bulk_id = bulk.id
                  AND status = 'pending'
              )
            ORDER BY id
            LIMIT ${limit}
          `).pipe(Effect.map((rows) => rows.map(({ id }) => id))),

        requeue: sql`
          INSERT INTO signature_bulk_jobs (id, project_id)
          SELECT render_id, renders.project_id
          FROM signature_bulk_rows
          JOIN renders ON renders.id = render_id
          WHERE signature_bulk_rows.status = 'pending'
            AND renders.status <> 'queued'
          ON CONFLICT DO NOTHING
        `.pipe(Effect.orDie, Effect.asVoid),
      });
    }),
  );
