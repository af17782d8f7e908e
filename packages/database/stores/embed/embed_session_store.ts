import { EmbedSessionStore, type SessionTerms } from "@paraph/core/embed";
import { EmbedSessionId, ProjectId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { UncheckedJson, readRows, RowTime } from "../sql/rows.ts";

const sessionRows = readRows(
  Schema.Struct({
    id: EmbedSessionId,
    projectId: ProjectId,
    terms: UncheckedJson<StoredTerms>(),
    createdAt: RowTime,
    expiresAt: RowTime,
    endedAt: Schema.NullOr(RowTime),
  }),
);
const tokenRows = readRows(Schema.Struct({ sessionId: EmbedSessionId, isSpent: Schema.Boolean }));
const idRows = readRows(Schema.Struct({ id: EmbedSessionId }));

/** Sessions that an earlier release created have no permission to send. */
type StoredTerms = Omit<SessionTerms, "permissions"> & {
  readonly permissions: Omit<SessionTerms["permissions"], "send"> & { readonly send?: boolean };
};

/** The number of sessions that one request deletes, limited because its caller waits. */
const BATCH = 20;

/** Embed sessions in PostgreSQL. */
export const embedSessionStoreSql: Layer.Layer<EmbedSessionStore, never, SqlClient.SqlClient> =
  Layer.effect(
    EmbedSessionStore,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const write = (statement: Effect.Effect<unknown, unknown>) =>
        statement.pipe(Effect.orDie, Effect.asVoid);
      const selectSession = sql`
        SELECT id, project_id, terms, created_at, expires_at, ended_at
        FROM embed_sessions`;
      const findOne = (statement: Parameters<typeof sessionRows>[0]) =>
        Effect.map(sessionRows(statement), (rows) =>
          Option.map(Array.head(rows), ({ terms: { permissions, ...terms }, ...session }) => ({
            ...terms,
            permissions: { ...permissions, send: permissions.send ?? false },
            ...session,
          })),
        );

      return EmbedSessionStore.of({
        add: ({ id, projectId, createdAt, expiresAt, endedAt, ...terms }) =>
          write(sql`
            INSERT INTO embed_sessions ${sql.insert({
              id,
              projectId,
              terms: JSON.stringify(terms),
              createdAt: DateTime.toDateUtc(createdAt),
              expiresAt: DateTime.toDateUtc(expiresAt),
              endedAt: endedAt === null ? null : DateTime.toDateUtc(endedAt),
            })}
          `),

        find: (id) => findOne(sql`${selectSession} WHERE id = ${id}`),

        lock: (id) => findOne(sql`${selectSession} WHERE id = ${id} FOR UPDATE`),

        extend: (id, expiresAt) =>
          write(sql`
            UPDATE embed_sessions
            SET expires_at = ${DateTime.toDateUtc(expiresAt)}
            WHERE id = ${id}
          `),

        end: (project, id, endedAt) =>
          idRows(sql`
            UPDATE embed_sessions
            SET ended_at = COALESCE(ended_at, ${DateTime.toDateUtc(endedAt)})
            WHERE project_id = ${project}
              AND id = ${id}
            RETURNING id
          `).pipe(Effect.map((rows) => rows.length > 0)),

        addToken: (sessionId, sha256) =>
          write(sql`INSERT INTO embed_renew_tokens ${sql.insert({ sessionId, sha256 })}`),

        findToken: (sha256) =>
          tokenRows(sql`
            SELECT session_id, spent_at IS NOT NULL AS is_spent
            FROM embed_renew_tokens
            WHERE sha256 = ${sha256}
          `).pipe(Effect.map(Array.head)),

        spendToken: (sha256, spentAt) =>
          write(sql`
            UPDATE embed_renew_tokens
            SET spent_at = ${DateTime.toDateUtc(spentAt)}
            WHERE sha256 = ${sha256}
              AND spent_at IS NULL
          `),

        // Concurrent sweeps delete different sessions.
        sweep: (before) =>
          write(sql`
            DELETE FROM embed_sessions
            WHERE id IN (
              SELECT id
              FROM embed_sessions
              WHERE expires_at < ${DateTime.toDateUtc(before)}
              ORDER BY expires_at
              LIMIT ${BATCH}
              FOR UPDATE SKIP LOCKED
            )
          `),
      });
    }),
  );
