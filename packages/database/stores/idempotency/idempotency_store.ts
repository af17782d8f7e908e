import { IdempotencyStore, type KeyedRequest } from "@paraph/core/idempotency";
import { Effect, Layer, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { erasedKey } from "../erasure/erased_key.ts";
import { readRows } from "../sql/rows.ts";

const keyRows = readRows(Schema.Struct({ resourceId: Schema.NullOr(Schema.String) }));

/** Idempotency keys in PostgreSQL. */
export const idempotencyStoreSql: Layer.Layer<IdempotencyStore, never, SqlClient.SqlClient> =
  Layer.effect(
    IdempotencyStore,
    Effect.map(SqlClient.SqlClient, (sql) => {
      /** An id for a request that has only a name. Different names within one resource have different ids. */
      const withinId = ({ within, name }: KeyedRequest) =>
        name === undefined
          ? sql`${within}::uuid`
          : sql`left(encode(sha256(convert_to(${`${within} ${name}`}, 'UTF8')), 'hex'), 32)::uuid`;
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
