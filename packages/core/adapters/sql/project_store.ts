import { Array, DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { Account, Project, ProjectStore } from "../../projects/mod.ts";
import { readRows, RowTime } from "./rows.ts";

const accountRows = readRows(Schema.Struct({ ...Account.fields, createdAt: RowTime }));
const projectRows = readRows(
  Schema.Struct({ ...Project.fields, createdAt: RowTime, updatedAt: RowTime }),
);

/** Accounts and projects in PostgreSQL. */
export const projectStoreSql: Layer.Layer<ProjectStore, never, SqlClient.SqlClient> = Layer.effect(
  ProjectStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ProjectStore.of({
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
          SELECT id, slug, name, created_at, updated_at
          FROM projects
          WHERE id = ${id}
            AND deleted_at IS NULL
        `).pipe(Effect.map(Array.head)),
    }),
  ),
);
