import {
  Account,
  type Branding,
  type BrandingChange,
  LOGO_TYPES,
  Project,
  ProjectStore,
} from "@paraph/core/projects";
import { LANGUAGES, type ProjectId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { batchedRead, inOrder } from "../sql/batched_read.ts";
import { readRows, RowTime, UncheckedJson } from "../sql/rows.ts";

const accountRows = readRows(Schema.Struct({ ...Account.fields, createdAt: RowTime }));
const projectRows = readRows(
  Schema.Struct({
    ...Project.fields,
    branding: UncheckedJson<Branding>(),
    createdAt: RowTime,
    updatedAt: RowTime,
  }),
);
const brandingRows = readRows(
  Schema.Struct({
    index: Schema.Int,
    branding: UncheckedJson<Branding>(),
    language: Schema.Literals(LANGUAGES),
  }),
);
const logoRows = readRows(
  Schema.Struct({ type: Schema.Literals(LOGO_TYPES), bytes: Schema.Uint8Array }),
);

/** An id below those of all renders. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Accounts and projects in PostgreSQL. */
export const projectStoreSql: Layer.Layer<ProjectStore, never, SqlClient.SqlClient> = Layer.effect(
  ProjectStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const columns = sql`
      id, slug, name, public_downloads, branding, language, created_at, updated_at`;

    const findBranding = yield* batchedRead(
      Effect.fnUntraced(function* (ids: ReadonlyArray<ProjectId>) {
        const rows = yield* brandingRows(sql`
          SELECT wanted.position::int - 1 AS index, branding, language
          FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, position)
          JOIN projects ON projects.id = wanted.id
        `);
        return inOrder(ids.length, rows);
      }),
    );

    /** Adds fields to the stored branding, and removes those that are null. */
    const brandingColumns = ({ logo, primaryColor, ...fields }: BrandingChange) => {
      const change = JSON.stringify({
        ...fields,
        ...(primaryColor === undefined
          ? {}
          : { primaryColor: primaryColor?.toLowerCase() ?? null }),
        ...(logo === null ? { logo } : {}),
      });
      const newLogo =
        logo === undefined || logo === null
          ? sql`'{}'::jsonb`
          : sql`
              jsonb_build_object(
                'logo', jsonb_build_object('id', gen_random_uuid(), 'type', ${logo.type}::text)
              )`;
      return [
        sql`branding = jsonb_strip_nulls(branding || ${change}::text::jsonb || ${newLogo})`,
        ...(logo === undefined ? [] : [sql`logo = ${logo?.bytes ?? null}`]),
      ];
    };

    return ProjectStore.of({
      addAccount: (account) =>
        sql`
          INSERT INTO accounts ${sql.insert({ ...account, createdAt: DateTime.toDateUtc(account.createdAt) })}
        `.pipe(Effect.orDie, Effect.asVoid),

      findAccount: (id) =>
        accountRows(sql`
          SELECT id, name, created_at
          FROM accounts
          WHERE id = ${id}
        `).pipe(Effect.map(Array.head)),

      listAccounts: accountRows(sql`
        SELECT id, name, created_at
        FROM accounts
        ORDER BY id DESC
      `),

      addProject: (project) =>
        sql`
          INSERT INTO projects ${sql.insert({
            ...project,
            branding: JSON.stringify(project.branding),
            createdAt: DateTime.toDateUtc(project.createdAt),
            updatedAt: DateTime.toDateUtc(project.updatedAt),
          })}
          ON CONFLICT (account_id, slug) DO NOTHING
          RETURNING id
        `.pipe(
          Effect.orDie,
          Effect.map((rows) => rows.length > 0),
        ),

      findProject: (id) =>
        projectRows(sql`
          SELECT ${columns}
          FROM projects
          WHERE id = ${id}
            AND deleted_at IS NULL
        `).pipe(Effect.map(Array.head)),

      findOwned: (account, ref) =>
        projectRows(sql`
          SELECT ${columns}
          FROM projects
          WHERE account_id = ${account}
            AND ${"id" in ref ? sql`id = ${ref.id}` : sql`slug = ${ref.slug}`}
            AND deleted_at IS NULL
        `).pipe(Effect.map(Array.head)),

      listOwned: (account) =>
        projectRows(sql`
          SELECT ${columns}
          FROM projects
          WHERE account_id = ${account}
            AND deleted_at IS NULL
          ORDER BY id DESC
        `),

      findBranding,

      findLogo: (id) =>
        logoRows(sql`
          SELECT branding -> 'logo' ->> 'type' AS type, logo AS bytes
          FROM projects
          WHERE branding -> 'logo' ->> 'id' = ${id}
            AND logo IS NOT NULL
            AND deleted_at IS NULL
        `).pipe(Effect.map(Array.head)),

      update: (account, id, { at, name, publicDownloads, language, branding }) =>
        projectRows(sql`
          UPDATE projects
          SET ${sql.csv([
            sql`updated_at = ${DateTime.toDateUtc(at)}`,
            ...(name === undefined ? [] : [sql`name = ${name}`]),
            ...(language === undefined ? [] : [sql`language = ${language}`]),
            ...(branding === undefined
              ? []
              : branding === null
                ? [sql`branding = '{}'::jsonb`, sql`logo = NULL`]
                : brandingColumns(branding)),
            ...(publicDownloads === undefined
              ? []
              : [
                  sql`public_downloads = ${publicDownloads}`,
                  sql`copies_behind = ${publicDownloads ? null : BEFORE_ALL}`,
                ]),
          ])}
          WHERE account_id = ${account}
            AND id = ${id}
            AND deleted_at IS NULL
          RETURNING ${columns}
        `).pipe(Effect.map(Array.head)),

      remove: (account, id, deletedAt) =>
        sql`
          UPDATE projects
          SET deleted_at = ${DateTime.toDateUtc(deletedAt)}
          WHERE account_id = ${account}
            AND id = ${id}
            AND deleted_at IS NULL
          RETURNING id
        `.pipe(
          Effect.orDie,
          Effect.map((rows) => rows.length > 0),
        ),
    });
  }),
);
