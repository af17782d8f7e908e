import { AssetStore } from "@paraph/core/renders";
import { Effect, Layer } from "effect";
import { SqlClient } from "effect/sql";

import { Readiness } from "./readiness.ts";

/**
 * A node is ready if its database and asset store are writable, and the queue exists in the
 * database.
 */
export const readiness = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const assets = yield* AssetStore;
    return Readiness.of({
      checks: {
        // Writes temporary rows to the disk, because a full disk or a standby only allows reads.
        database: sql`
          DO $$
          BEGIN
            PERFORM set_config('work_mem', '64kB', true);
            PERFORM count(*) FROM generate_series(1, 3000);
            IF current_setting('transaction_read_only') = 'on' THEN
              RAISE 'The database is read-only';
            END IF;
          END $$`,
        storage: assets.check,
        queue: sql`SELECT 1 FROM render_jobs LIMIT 1`,
      },
    });
  }),
);
