import { ConsoleSessionStore } from "@paraph/core/console";
import { AccountId, KeyId, ProjectId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { ownerOf } from "../accounts/key_owner.ts";
import { readRows, RowTime } from "../sql/rows.ts";

const keyFields = {
  keyId: KeyId,
  accountId: Schema.NullOr(AccountId),
  projectId: Schema.NullOr(ProjectId),
};
const linkRows = readRows(Schema.Struct(keyFields));
const sessionRows = readRows(
  Schema.Struct({
    ...keyFields,
    id: Schema.String,
    prefix: Schema.String,
    lastUsedAt: RowTime,
    expiresAt: RowTime,
  }),
);

/** Sessions of the console in PostgreSQL. */
export const consoleSessionStoreSql: Layer.Layer<ConsoleSessionStore, never, SqlClient.SqlClient> =
  Layer.effect(
    ConsoleSessionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;

      return ConsoleSessionStore.of({
        addLink: ({ hash, keyId, createdAt, expiresAt }) =>
          sql`
            WITH expired AS (
              DELETE FROM console_links WHERE expires_at <= ${DateTime.toDateUtc(createdAt)}
            )
            INSERT INTO console_links ${sql.insert({
              hash,
              keyId,
              createdAt: DateTime.toDateUtc(createdAt),
              expiresAt: DateTime.toDateUtc(expiresAt),
            })}
          `.pipe(Effect.orDie, Effect.asVoid),

        takeLink: (hash, now) =>
          linkRows(sql`
            WITH taken AS (
              DELETE FROM console_links WHERE hash = ${hash} RETURNING key_id, expires_at
            )
            SELECT keys.id AS key_id, keys.account_id, keys.project_id
            FROM taken
            JOIN keys ON keys.id = taken.key_id
            LEFT JOIN projects ON projects.id = keys.project_id
            WHERE taken.expires_at > ${DateTime.toDateUtc(now)}
              AND keys.revoked_at IS NULL
              AND projects.deleted_at IS NULL
          `).pipe(Effect.map((rows) => Option.map(Array.head(rows), keyOf))),

        add: ({ id, hash, keyId, createdAt, expiresAt }) =>
          sql`
            WITH expired AS (
              DELETE FROM console_sessions WHERE expires_at <= ${DateTime.toDateUtc(createdAt)}
            )
            INSERT INTO console_sessions ${sql.insert({
              id,
              hash,
              keyId,
              createdAt: DateTime.toDateUtc(createdAt),
              lastUsedAt: DateTime.toDateUtc(createdAt),
              expiresAt: DateTime.toDateUtc(expiresAt),
            })}
          `.pipe(Effect.orDie, Effect.asVoid),

        find: (hash) =>
          sessionRows(sql`
            SELECT
              console_sessions.id, console_sessions.last_used_at, console_sessions.expires_at,
              keys.id AS key_id, keys.prefix, keys.account_id, keys.project_id
            FROM console_sessions
            JOIN keys ON keys.id = console_sessions.key_id
            LEFT JOIN projects ON projects.id = keys.project_id
            WHERE console_sessions.hash = ${hash}
              AND keys.revoked_at IS NULL
              AND projects.deleted_at IS NULL
          `).pipe(
            Effect.map((rows) =>
              Option.map(Array.head(rows), ({ id, prefix, lastUsedAt, expiresAt, ...key }) => ({
                id,
                key: keyOf(key),
                keyPrefix: prefix,
                lastUsedAt,
                expiresAt,
              })),
            ),
          ),

        touch: (id, at) =>
          sql`
            UPDATE console_sessions
            SET last_used_at = ${DateTime.toDateUtc(at)}
            WHERE id = ${id}
          `.pipe(Effect.orDie, Effect.asVoid),

        remove: (id) =>
          sql`
            DELETE FROM console_sessions
            WHERE id = ${id}
          `.pipe(Effect.orDie, Effect.asVoid),
      });
    }),
  );

function keyOf({ keyId, accountId, projectId }: Schema.Struct.Type<typeof keyFields>) {
  return { id: keyId, owner: ownerOf(accountId, projectId) };
}
