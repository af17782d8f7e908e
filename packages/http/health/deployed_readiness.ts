import { AssetStore } from "@paraph/core/renders";
import { Effect, Layer } from "effect";
import { SqlClient } from "effect/sql";

import { Readiness } from "./readiness.ts";

/** A node is ready when its database, its files and the queue in the database are. */
export const readiness = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const assets = yield* AssetStore;
    return Readiness.of({
      checks: {
        database: sql`SELECT 1`,
        storage: assets.check,
        queue: sql`SELECT 1 FROM effect_queue LIMIT 1`,
      },
    });
  }),
);
