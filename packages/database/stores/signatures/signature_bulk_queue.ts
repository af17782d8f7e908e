import { BatchFollowUps } from "@paraph/core/renders";
import { SignatureBulkQueue } from "@paraph/core/signatures";
import { RenderId } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import type { SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";

import { jobQueue } from "../queue/job_queue.ts";
import { WakeSignals } from "../queue/wake_signals.ts";
import type { DatabaseHost } from "../sql/database_host.ts";

/** The queue of rows of bulk requests in PostgreSQL. */
export const signatureBulkQueueSql: Layer.Layer<
  SignatureBulkQueue,
  never,
  SqlClient.SqlClient | DatabaseHost | SecureRandom.SecureRandom
> = Layer.effect(
  SignatureBulkQueue,
  Effect.map(jobQueue("signature_bulk_jobs", RenderId), ({ offer, ...queue }) => ({
    ...queue,
    offer: (jobs) => Effect.orDie(offer(jobs)),
  })),
).pipe(Layer.provide(WakeSignals.layer));

/** Queues the rows of bulk requests when their renders have ended. */
export const signatureBulkFollowUpsSql: Layer.Layer<
  BatchFollowUps,
  never,
  SqlClient.SqlClient | WakeSignals
> = Layer.effect(
  BatchFollowUps,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const { signature_bulk_jobs: wakeSignal } = yield* WakeSignals;
    return BatchFollowUps.of({
      offer: Effect.fnUntraced(function* (ended) {
        const queued = yield* sql`
          INSERT INTO signature_bulk_jobs (id, project_id)
          SELECT render_id, project_id
          FROM signature_bulk_rows
          JOIN signature_bulks ON signature_bulks.id = bulk_id
          WHERE render_id = ANY(${[...ended]}::uuid[])
            AND status = 'pending'
          ON CONFLICT DO NOTHING
          RETURNING id
        `.pipe(Effect.orDie);
        if (queued.length > 0) yield* sql.afterCommit(wakeSignal.notify);
      }),
    });
  }),
);
