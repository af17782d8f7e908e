import { Font, FontStore, type StoredInstance } from "@paraph/core/fonts";
import { FontId, ProjectId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { blobReferences } from "../blobs/blob_references.ts";
import { readRows, RowTime, UncheckedJson } from "../sql/rows.ts";

const fontRows = readRows(
  Schema.Struct({
    ...Font.fields,
    projectId: ProjectId,
    scripts: UncheckedJson<ReadonlyArray<string>>(),
    instances: UncheckedJson<ReadonlyArray<StoredInstance>>(),
    createdAt: RowTime,
  }),
);
const totalsRows = readRows(Schema.Struct({ count: Schema.Int, bytes: Schema.Finite }));
const idRows = readRows(Schema.Struct({ id: FontId }));

/** Fonts in PostgreSQL. */
export const fontStoreSql: Layer.Layer<FontStore, never, SqlClient.SqlClient> = Layer.effect(
  FontStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const references = yield* blobReferences;
    const selectFonts = (project: ProjectId) => sql`
      SELECT
        id, project_id, name, family, style, weight, scripts, instances, byte_size, sha256,
        created_at
      FROM fonts
      WHERE project_id = ${project}`;

    return FontStore.of({
      add: Effect.fnUntraced(function* ({ createdAt, scripts, instances, ...font }) {
        yield* sql`
          INSERT INTO fonts ${sql.insert({
            ...font,
            scripts: [...scripts],
            instances: JSON.stringify(instances),
            createdAt: DateTime.toDateUtc(createdAt),
          })}
        `.pipe(Effect.orDie);
        const file = { id: font.sha256, byteSize: font.byteSize };
        yield* references.add("fontId", font.id, [file]);
      }),

      totalsLocked: Effect.fnUntraced(function* (project) {
        yield* sql`
          SELECT id
          FROM projects
          WHERE id = ${project}
          FOR NO KEY UPDATE
        `.pipe(Effect.orDie);
        const [row] = yield* totalsRows(sql`
          SELECT count(*)::int AS count, COALESCE(sum(byte_size), 0)::float8 AS bytes
          FROM fonts
          WHERE project_id = ${project}
        `);
        return row ?? { count: 0, bytes: 0 };
      }),

      find: (project, name) =>
        Effect.map(fontRows(sql`${selectFonts(project)} AND name = ${name}`), Array.head),

      findById: (project, id) =>
        Effect.map(fontRows(sql`${selectFonts(project)} AND id = ${id}`), Array.head),

      list: (project) => fontRows(sql`${selectFonts(project)} ORDER BY name COLLATE "C"`),

      remove: (project, name) =>
        idRows(sql`
          DELETE FROM fonts
          WHERE project_id = ${project}
            AND name = ${name}
          RETURNING id
        `).pipe(Effect.map((rows) => Option.map(Array.head(rows), ({ id }) => id))),
    });
  }),
);
