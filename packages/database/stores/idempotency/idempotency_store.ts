import { IdempotencyStore, type KeyedRequest } from "@paraph/core/idempotency";
import { Effect, Layer, Option, Schema } from "effect";
import { SqlClient, type Statement } from "effect/sql";

import { erasedKey } from "../erasure/erased_key.ts";
import { recordset } from "../sql/recordset.ts";
import { readRows } from "../sql/rows.ts";

const keyRows = readRows(Schema.Struct({ resourceId: Schema.NullOr(Schema.String) }));
const earlierRows = readRows(Schema.Struct({ id: Schema.String, resourceId: Schema.String }));

/** Idempotency keys in PostgreSQL. */
export const idempotencyStoreSql: Layer.Layer<IdempotencyStore, never, SqlClient.SqlClient> =
  Layer.effect(
    IdempotencyStore,
    Effect.map(SqlClient.SqlClient, (sql) => {
      /** An id for a request that has only a name. Different names within one resource have different ids. */
      const namedId = (text: Statement.Fragment) =>
        sql`left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 32)::uuid`;
      const withinId = ({ within, name }: KeyedRequest) =>
        name === undefined ? sql`${within}::uuid` : namedId(sql`${`${within} ${name}`}`);
      const claimRows = recordset(sql, {
        operation: "text",
        within: "text",
        name: "text",
        key: "text",
        id: "uuid",
      });
      const claimedWithin = sql`
        CASE
          WHEN claim.name IS NULL THEN claim.within::uuid
          ELSE ${namedId(sql`claim.within || ' ' || claim.name`)}
        END`;
      const own = (request: KeyedRequest) => sql`
        WHERE operation = ${request.operation}
          AND within_id = ${withinId(request)}
          AND key = ${request.key}`;

      const find: IdempotencyStore["Service"]["find"] = (request) =>
        keyRows(sql`
          SELECT resource_id
          FROM idempotency_keys
          WHERE operation = ${request.operation}
            AND within_id = ${withinId(request)}
            AND key IN (${request.key}, ${erasedKey(sql, sql`${request.key}::text`)})
            AND resource_id IS NOT NULL
        `).pipe(Effect.map(([row]) => Option.fromNullishOr(row?.resourceId)));

      return IdempotencyStore.of({
        find,

        claim: Effect.fnUntraced(function* (request) {
          const { operation, key } = request;
          // Waits for the transaction that holds the key, which is free again if that fails.
          const rows = yield* keyRows(sql`
            INSERT INTO idempotency_keys (operation, within_id, key)
            VALUES (${operation}, ${withinId(request)}, ${key})
            ON CONFLICT DO NOTHING
            RETURNING resource_id
          `);
          // A separate statement, so that it sees the commits of the previous holder and of erasure.
          const earlier = yield* find(request);
          if (rows.length > 0 && Option.isSome(earlier)) {
            yield* Effect.orDie(sql`DELETE FROM idempotency_keys ${own(request)}`);
          }
          return earlier;
        }),

        claimAll: Effect.fnUntraced(function* (results) {
          if (results.length === 0) return new Map<string, string>();
          const claims = claimRows(
            results.map(({ request: { name = null, ...request }, id }) => ({
              ...request,
              name,
              id,
            })),
            "claim",
          );
          // In the order of their keys, so that transactions that share keys do not deadlock.
          yield* Effect.orDie(sql`
            INSERT INTO idempotency_keys (operation, within_id, key, resource_id)
            SELECT operation, ${claimedWithin}, key, id
            FROM ${claims}
            ORDER BY operation, 2, key
            ON CONFLICT DO NOTHING
          `);
          // A separate statement, so that it sees the commits of previous holders and of erasure.
          const earlier = yield* earlierRows(sql`
            SELECT claim.id, earlier.resource_id
            FROM ${claims}
            JOIN idempotency_keys AS earlier
              ON earlier.operation = claim.operation
              AND earlier.within_id = ${claimedWithin}
              AND earlier.key IN (claim.key, ${erasedKey(sql, sql`claim.key`)})
            WHERE earlier.resource_id <> claim.id
          `);
          if (earlier.length > 0) {
            yield* Effect.orDie(sql`
              DELETE FROM idempotency_keys
              WHERE resource_id = ANY(${earlier.map(({ id }) => id)}::uuid[])
            `);
          }
          return new Map(earlier.map(({ id, resourceId }) => [id, resourceId]));
        }),

        remember: (request, id) =>
          sql`
            UPDATE idempotency_keys
            SET resource_id = ${id}
            ${own(request)}
          `.pipe(Effect.orDie, Effect.asVoid),

        forget: (operation, id) =>
          sql`
            DELETE FROM idempotency_keys
            WHERE operation = ${operation}
              AND resource_id = ${id}
          `.pipe(Effect.orDie, Effect.asVoid),
      });
    }),
  );
