import { type Catalog, CatalogInfo, CatalogStore, CreatedCatalog } from "@paraph/core/embed";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { UncheckedJson, readRows, RowTime } from "../sql/rows.ts";

const infoRows = readRows(Schema.Struct({ ...CatalogInfo.fields, createdAt: RowTime }));
const createdRows = readRows(CreatedCatalog);
const versionRows = readRows(Schema.Struct({ version: Schema.Int }));
const catalogRows = readRows(Schema.Struct({ catalog: UncheckedJson<Catalog>() }));

/** The hash seed, so that different kinds of names have different locks. */
const LOCK_NAMESPACE = 15;

/** Catalogs in PostgreSQL. */
export const embedCatalogStoreSql: Layer.Layer<CatalogStore, never, SqlClient.SqlClient> =
  Layer.effect(
    CatalogStore,
    Effect.map(SqlClient.SqlClient, (sql) =>
      CatalogStore.of({
        add: Effect.fnUntraced(function* ({ id, projectId, name, catalog, createdAt }) {
          // Locks the name because there may be no row yet.
          yield* sql`
            SELECT pg_advisory_xact_lock(hashtextextended(${`${projectId} ${name}`}, ${LOCK_NAMESPACE}))
          `.pipe(Effect.orDie);
          const [row] = yield* versionRows(sql`
            INSERT INTO embed_catalogs (id, project_id, name, version, catalog, created_at)
            SELECT
              ${id}::uuid, ${projectId}::uuid, ${name}::text, COALESCE(max(version), 0) + 1,
              ${JSON.stringify(catalog)}::json, ${DateTime.toDateUtc(createdAt)}::timestamptz
            FROM embed_catalogs
            WHERE project_id = ${projectId}
              AND name = ${name}
            RETURNING version
          `);
          return Option.getOrThrow(Option.fromNullishOr(row)).version;
        }),

        list: (project) =>
          infoRows(sql`
            SELECT id, name, version, created_at
            FROM embed_catalogs
            WHERE project_id = ${project}
            ORDER BY id DESC
          `),

        findById: (project, id) =>
          createdRows(sql`
            SELECT id, name, version
            FROM embed_catalogs
            WHERE project_id = ${project}
              AND id = ${id}
          `).pipe(Effect.map(Array.head)),

        find: (project, { name, version }) =>
          catalogRows(sql`
            SELECT catalog
            FROM embed_catalogs
            WHERE ${sql.and([
              sql`project_id = ${project}`,
              sql`name = ${name}`,
              ...(version === undefined ? [] : [sql`version = ${version}`]),
            ])}
            ORDER BY version DESC
            LIMIT 1
          `).pipe(Effect.map((rows) => Option.map(Array.head(rows), ({ catalog }) => catalog))),
      }),
    ),
  );
