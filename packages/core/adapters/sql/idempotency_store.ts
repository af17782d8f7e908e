import { Effect, Layer, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { IdempotencyStore, type KeyedRequest } from "../../idempotency/mod.ts";
import { readRows } from "./rows.ts";

const keyRows = readRows(Schema.Struct({ resourceId: Schema.NullOr(Schema.String) }));

/** Idempotency keys in PostgreSQL. */
export const idempotencyStoreSql: Layer.Layer<IdempotencyStore, never, SqlClient.SqlClient> =
  Layer.effect(
    IdempotencyStore,
    Effect.map(SqlClient.SqlClient, (sql) => {
      // Of what was erased only the hash of the key is left.
      const named = ({ operation, within, key }: KeyedRequest) => sql`
        WHERE operation = ${operation}
          AND within_id = ${within}
          AND key IN (${key}, 'sha256:' || encode(sha256(convert_to(${key}::text, 'UTF8')), 'hex'))`;

      const find: IdempotencyStore["Service"]["find"] = (request) =>
        keyRows(sql`
          SELECT resource_id
          FROM idempotency_keys
          ${named(request)}
        `).pipe(Effect.map(([row]) => Option.fromNullishOr(row?.resourceId)));

      return IdempotencyStore.of({
        find,

        claim: Effect.fnUntraced(function* (request) {
          const { operation, within, key } = request;
          // Waits for whoever holds the key: it is free again when they fail.
          const claimed = yield* keyRows(sql`
            INSERT INTO idempotency_keys ${sql.insert({ operation, withinId: within, key })}
            ON CONFLICT DO NOTHING
            RETURNING resource_id
          `);
          if (claimed.length > 0) return Option.none();
          // A statement of its own, so that it sees what the former holder wrote.
          return yield* find(request);
        }),

        remember: (request, id) =>
          sql`
            UPDATE idempotency_keys
            SET resource_id = ${id}
            ${named(request)}
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
