import { Array, DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import type { InputData } from "../../manifests/mod.ts";
import { RenderStore, statusesBefore } from "../../renders/mod.ts";
import { renderColumns, storedRender } from "./render_rows.ts";
import { Kept, readRows } from "./rows.ts";

const renderRows = readRows(Schema.Struct(storedRender));
const { templateVersionId, templateSlug, filename, downloadToken, createdAt } = storedRender;
const taskRows = readRows(
  Schema.Struct({
    ...{ templateVersionId, templateSlug, filename, downloadToken, createdAt },
    data: Kept<InputData>(),
    unfinishedStarts: Schema.Int,
  }),
);

/** Renders in PostgreSQL. */
export const renderStoreSql: Layer.Layer<RenderStore, never, SqlClient.SqlClient> = Layer.effect(
  RenderStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const listed = sql`
      SELECT ${renderColumns(sql)}
      FROM renders
      JOIN templates ON templates.id = renders.template_id
      JOIN template_versions ON template_versions.id = renders.template_version_id`;
    const changed = (statement: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
      statement.pipe(
        Effect.orDie,
        Effect.map((rows) => rows.length > 0),
      );

    return RenderStore.of({
      add: ({ data, createdAt, ...render }) =>
        sql`
          INSERT INTO renders ${sql.insert({
            ...render,
            status: "queued",
            data: JSON.stringify(data),
            createdAt: DateTime.toDateUtc(createdAt),
          })}
        `.pipe(Effect.orDie, Effect.asVoid),

      find: (project, id) =>
        renderRows(sql`
          ${listed}
          WHERE renders.project_id = ${project}
            AND renders.id = ${id}
        `).pipe(Effect.map(Array.head)),

      load: (id) =>
        renderRows(sql`
          ${listed}
          WHERE renders.id = ${id}
        `).pipe(Effect.map(Array.head)),

      findByToken: (downloadToken) =>
        renderRows(sql`
          ${listed}
          WHERE renders.download_token = ${downloadToken}
        `).pipe(Effect.map(Array.head)),

      list: (project, { status, template }, { before, limit }) =>
        renderRows(sql`
          ${listed}
          WHERE ${sql.and([
            sql`renders.project_id = ${project}`,
            ...(before === undefined ? [] : [sql`renders.id < ${before}`]),
            ...(status === undefined ? [] : [sql`renders.status = ${status}`]),
            ...(template === undefined ? [] : [sql`templates.slug = ${template}`]),
          ])}
          ORDER BY renders.id DESC
          LIMIT ${limit + 1}
        `),

      loadTask: (id) =>
        taskRows(sql`
          SELECT
            renders.template_version_id, templates.slug AS template_slug, renders.filename,
            renders.download_token, renders.created_at, renders.data, renders.unfinished_starts
          FROM renders
          JOIN templates ON templates.id = renders.template_id
          WHERE renders.id = ${id}
        `).pipe(Effect.map(Array.head)),

      move: (id, move, at) =>
        changed(sql`
          UPDATE renders
          SET ${
            move === "start"
              ? sql`
                  status = 'rendering',
                  started_at = ${DateTime.toDateUtc(at)},
                  unfinished_starts = unfinished_starts + 1`
              : sql`
                  status = 'queued',
                  started_at = NULL,
                  unfinished_starts = greatest(unfinished_starts - 1, 0)`
          }
          WHERE id = ${id}
            AND status IN ${sql.in(statusesBefore(move))}
          RETURNING id
        `),

      settle: (id, { move, at, ...outcome }) =>
        changed(sql`
          UPDATE renders
          SET ${sql.update({
            ...outcome,
            status: move === "succeed" ? "succeeded" : "failed",
            completedAt: DateTime.toDateUtc(at),
          })}
          WHERE id = ${id}
            AND status IN ${sql.in(statusesBefore(move))}
          RETURNING id
        `),
    });
  }),
);
