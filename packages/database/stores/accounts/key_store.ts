import { KeyInfo, type KeyOwner, KeyStore } from "@paraph/core/keys";
import { AccountId, KeyId, ProjectId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { batchedRead, inOrder } from "../sql/batched_read.ts";
import { readRows, RowTime } from "../sql/rows.ts";
import { ownerOf } from "./key_owner.ts";

const liveRows = readRows(
  Schema.Struct({
    index: Schema.Int,
    id: KeyId,
    accountId: Schema.NullOr(AccountId),
    projectId: Schema.NullOr(ProjectId),
    lastUsedAt: Schema.NullOr(RowTime),
    projectDeleted: Schema.Boolean,
  }),
);
const idRows = readRows(Schema.Struct({ id: KeyId }));
const infoRows = readRows(
  Schema.Struct({
    ...KeyInfo.fields,
    createdAt: RowTime,
    lastUsedAt: Schema.NullOr(RowTime),
    revokedAt: Schema.NullOr(RowTime),
  }),
);

/** Key hashes in PostgreSQL. */
export const keyStoreSql: Layer.Layer<KeyStore, never, SqlClient.SqlClient> = Layer.effect(
  KeyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;

    // Every request with a key reads it, so that a revoked key is rejected at once on every node.
    const findLive = yield* batchedRead(
      Effect.fnUntraced(function* (hashes: ReadonlyArray<Uint8Array>) {
        const rows = yield* liveRows(sql`
          SELECT
            sent.position::int - 1 AS index, keys.id, keys.account_id, keys.project_id,
            keys.last_used_at, projects.deleted_at IS NOT NULL AS project_deleted
          FROM unnest(${hashes}::bytea[]) WITH ORDINALITY AS sent (hash, position)
          JOIN keys ON keys.hash = sent.hash
          LEFT JOIN projects ON projects.id = keys.project_id
          WHERE keys.revoked_at IS NULL
        `);
        return inOrder(
          hashes.length,
          rows.map(({ accountId, projectId, ...key }) => ({
            ...key,
            owner: ownerOf(accountId, projectId),
          })),
        );
      }),
    );

    const ownedBy = (owner: KeyOwner) =>
      owner.kind === "project"
        ? sql`project_id = ${owner.projectId}`
        : sql`account_id = ${owner.accountId}`;

    const info = sql`
      SELECT id, name, prefix, created_at, last_used_at, revoked_at
      FROM keys`;

    return KeyStore.of({
      add: ({ owner, id, name, prefix, hash, createdAt }) =>
        sql`
          INSERT INTO keys ${sql.insert({
            id,
            name,
            prefix,
            hash,
            accountId: owner.kind === "account" ? owner.accountId : null,
            projectId: owner.kind === "project" ? owner.projectId : null,
            createdAt: DateTime.toDateUtc(createdAt),
          })}
        `.pipe(Effect.orDie, Effect.asVoid),

      findLive,

      find: (owner, id) =>
        infoRows(sql`
          ${info}
          WHERE ${ownedBy(owner)}
            AND id = ${id}
        `).pipe(Effect.map(Array.head)),

      list: (owner) =>
        infoRows(sql`
          ${info}
          WHERE ${ownedBy(owner)}
          ORDER BY id DESC
        `),

      revoke: (owner, id, revokedAt) =>
        idRows(sql`
          UPDATE keys
          SET revoked_at = ${DateTime.toDateUtc(revokedAt)}
          WHERE ${ownedBy(owner)}
            AND id = ${id}
            AND revoked_at IS NULL
          RETURNING id
        `).pipe(Effect.map((rows) => Option.map(Array.head(rows), ({ id }) => id))),

      touch: (id, usedAt) =>
        sql`
          UPDATE keys
          SET last_used_at = ${DateTime.toDateUtc(usedAt)}
          WHERE id = ${id}
        `.pipe(Effect.orDie, Effect.asVoid),
    });
  }),
);
