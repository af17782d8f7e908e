import { Account, Project, ProjectStore } from "@paraph/core/projects";
import { Array, DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { readRows, RowTime } from "../sql/rows.ts";

const accountRows = readRows(Schema.Struct({ ...Account.fields, createdAt: RowTime }));
const projectRows = readRows(
  Schema.Struct({ ...Project.fields, createdAt: RowTime, updatedAt: RowTime }),
);

/** An id below those of all renders. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Accounts and projects in PostgreSQL. */
export const projectStoreSql: Layer.Layer<ProjectStore, never, SqlClient.SqlClient> = Layer.effect(
  ProjectStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql`id, slug, name, public_downloads, created_at, updated_at`;

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

      update: (account, id, { at, name, publicDownloads }) =>
        projectRows(sql`
          UPDATE projects
          SET ${sql.csv([
            sql`updated_at = ${DateTime.toDateUtc(at)}`,
            ...(name === undefined ? [] : [sql`name = ${name}`]),
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
