import { QueueUnavailable, RenderQueue } from "@paraph/core/renders";
import { RenderId } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import type { SecureRandom } from "effect/crypto";
import type { SqlClient } from "effect/sql";

import { jobQueue } from "../queue/job_queue.ts";
import { WakeSignals } from "../queue/wake_signals.ts";
import type { DatabaseHost } from "../sql/database_host.ts";

/** The render queue in PostgreSQL. */
export const renderQueueSql: Layer.Layer<
  RenderQueue,
  never,
  SqlClient.SqlClient | DatabaseHost | SecureRandom.SecureRandom
> = Layer.effect(
  RenderQueue,
  Effect.map(jobQueue("render_jobs", RenderId), ({ offer, ...queue }) => ({
    ...queue,
    offer: (jobs) =>
      offer(jobs).pipe(
        Effect.tapError((cause) => Effect.logError("Cannot queue renders", cause)),
        Effect.mapError(() => QueueUnavailable.of()),
      ),
  })),
).pipe(Layer.provide(WakeSignals.layer));
