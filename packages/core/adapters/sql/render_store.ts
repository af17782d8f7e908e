import { Array, DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import type { InputData } from "../../manifests/mod.ts";
import { RenderStore, statusesBefore } from "../../renders/mod.ts";
import { currentTraceParent } from "../../telemetry/mod.ts";
import { TemplateVersionId } from "../../values/mod.ts";
import { renderColumns, storedRender } from "./render_rows.ts";
import { Kept, readRows, RowTime } from "./rows.ts";

const renderRows = readRows(Schema.Struct(storedRender));
const jobRows = readRows(
  Schema.Struct({ templateVersionId: TemplateVersionId, data: Kept<InputData>() }),
);
const originRows = readRows(
  Schema.Struct({ createdAt: RowTime, traceParent: Schema.NullOr(Schema.String) }),
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
      add: Effect.fnUntraced(function* ({ data, createdAt, ...render }) {
        yield* Effect.orDie(sql`
          INSERT INTO renders ${sql.insert({
            ...render,
            status: "queued",
            data: JSON.stringify(data),
            createdAt: DateTime.toDateUtc(createdAt),
            traceParent: yield* currentTraceParent,
          })}
        `);
      }),

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

      loadJob: (id) =>
        jobRows(sql`
          SELECT template_version_id, data
          FROM renders
          WHERE id = ${id}
        `).pipe(Effect.map(Array.head)),

      move: (id, move, at) =>
        originRows(sql`
          UPDATE renders
          SET ${sql.update(
            move === "start"
              ? { status: "rendering", startedAt: DateTime.toDateUtc(at) }
              : { status: "queued", startedAt: null },
          )}
          WHERE id = ${id}
            AND status IN ${sql.in(statusesBefore(move))}
          RETURNING created_at, trace_parent
        `).pipe(Effect.map(Array.head)),

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
