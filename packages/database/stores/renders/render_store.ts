import type { BlobRef } from "@paraph/core/blobs";
import { RenderStatus, RenderStore, statusesBefore } from "@paraph/core/renders";
import { currentTraceParent } from "@paraph/core/telemetry";
import type { ProjectId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient, type Statement } from "effect/sql";

import { blobReferences } from "../blobs/blob_references.ts";
import { UncheckedJson, readRows } from "../sql/rows.ts";
import { ownColumns, renderColumns, storedRender } from "./render_rows.ts";

const renderRows = readRows(Schema.Struct(storedRender));
const { projectId, templateVersionId, templateSlug, filename, downloadToken, createdAt } =
  storedRender;
const taskRows = readRows(
  Schema.Struct({
    projectId,
    templateVersionId,
    templateSlug,
    filename,
    downloadToken,
    createdAt,
    data: Schema.String,
    dataBlob: Schema.NullOr(UncheckedJson<BlobRef>()),
    traceParent: Schema.NullOr(Schema.String),
    unfinishedStarts: Schema.Int,
  }),
);

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Renders in PostgreSQL. */
export const renderStoreSql: Layer.Layer<RenderStore, never, SqlClient.SqlClient> = Layer.effect(
  RenderStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const references = yield* blobReferences;
    /** Reads renders from a table or a result with their own columns. */
    const selectFrom = (rows: Statement.Fragment) => sql`
      SELECT ${renderColumns(sql)}
      FROM ${rows} AS renders
      JOIN templates ON templates.id = renders.template_id
      JOIN template_versions ON template_versions.id = renders.template_version_id`;
    const selectRenders = selectFrom(sql`renders`);
    const affectsRows = (statement: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
      statement.pipe(
        Effect.orDie,
        Effect.map((rows) => rows.length > 0),
      );

    /**
     * The newest renders of a template. Each status is a range of one index, in a form that excludes other
     * plans: scanning all renders of a project for a template with few of them can take very long.
     */
    const ofTemplate = (
      project: ProjectId,
      slug: string,
      status: RenderStatus | undefined,
      before: string | undefined,
      limit: number,
    ) => sql`
      SELECT newest.id
      FROM templates
      CROSS JOIN unnest(${status === undefined ? RenderStatus.literals : [status]}::text[]) AS wanted (status)
      CROSS JOIN LATERAL (
        SELECT id
        FROM renders
        WHERE (template_id, status, id) >= (templates.id, wanted.status, ${FIRST_ID}::uuid)
          AND (template_id, status, id) < (templates.id, wanted.status, ${before ?? LAST_ID}::uuid)
        ORDER BY template_id DESC, status DESC, id DESC
        LIMIT ${limit}
      ) AS newest
      WHERE templates.project_id = ${project}
        AND templates.slug = ${slug}
      ORDER BY newest.id DESC
      LIMIT ${limit}`;

    return RenderStore.of({
      add: Effect.fnUntraced(function* ({ data, createdAt, ...render }) {
        const [row] = yield* renderRows(sql`
          WITH added AS (
            INSERT INTO renders ${sql.insert({
              ...render,
              status: "queued",
              data: data.text,
              dataBlob: data.blob === null ? null : JSON.stringify(data.blob),
              createdAt: DateTime.toDateUtc(createdAt),
              traceParent: yield* currentTraceParent,
            })}
            RETURNING ${ownColumns(sql)}
          )
          ${selectFrom(sql`added`)}
        `);
        yield* references.add("renderId", render.id, data.blob === null ? [] : [data.blob]);
        return row ?? (yield* Effect.die("INSERT gave no row"));
      }),

      find: (project, id) =>
        renderRows(sql`
          ${selectRenders}
          WHERE renders.project_id = ${project}
            AND renders.id = ${id}
        `).pipe(Effect.map(Array.head)),

      lock: (id) => affectsRows(sql`SELECT 1 FROM renders WHERE id = ${id} FOR KEY SHARE`),

      findByToken: (downloadToken) =>
        renderRows(sql`
          ${selectRenders}
          WHERE renders.download_token = ${downloadToken}
        `).pipe(Effect.map(Array.head)),

      list: (project, { status, template }, { before, limit }) =>
        renderRows(sql`
          ${selectRenders}
          WHERE ${
            template === undefined
              ? sql.and([
                  sql`renders.project_id = ${project}`,
                  ...(before === undefined ? [] : [sql`renders.id < ${before}`]),
                  ...(status === undefined ? [] : [sql`renders.status = ${status}`]),
                ])
              : sql`renders.id IN (${ofTemplate(project, template, status, before, limit + 1)})`
          }
          ORDER BY renders.id DESC
          LIMIT ${limit + 1}
        `),

      start: (id, startedAt) =>
        taskRows(sql`
          UPDATE renders
          SET
            status = 'rendering', started_at = ${DateTime.toDateUtc(startedAt)},
            unfinished_starts = unfinished_starts + 1
          FROM templates
          WHERE renders.id = ${id}
            AND status IN ${sql.in(statusesBefore("start"))}
            AND templates.id = renders.template_id
          RETURNING
            renders.project_id, renders.template_version_id, templates.slug AS template_slug,
            renders.filename, renders.download_token, renders.created_at,
            renders.data::text AS data, renders.data_blob, renders.trace_parent,
            renders.unfinished_starts
        `).pipe(
          Effect.map(Array.head),
          Effect.map(
            Option.map(({ data: text, dataBlob: blob, ...task }) => ({
              ...task,
              data: { text, blob },
            })),
          ),
        ),

      requeue: (id) =>
        affectsRows(sql`
          UPDATE renders
          SET
            status = 'queued', started_at = NULL,
            unfinished_starts = greatest(unfinished_starts - 1, 0)
          WHERE id = ${id}
            AND status IN ${sql.in(statusesBefore("requeue"))}
          RETURNING id
        `),

      settle: (id, { move, at, ...outcome }) =>
        renderRows(sql`
          WITH settled AS (
            UPDATE renders
            SET ${sql.update({
              ...outcome,
              status: move === "succeed" ? "succeeded" : "failed",
              completedAt: DateTime.toDateUtc(at),
            })}
            WHERE id = ${id}
              AND status IN ${sql.in(statusesBefore(move))}
            RETURNING ${ownColumns(sql)}
          )
          ${selectFrom(sql`settled`)}
        `).pipe(Effect.map(Array.head)),
    });
  }),
);
