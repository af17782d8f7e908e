import { EmailQueue } from "@paraph/core/emails";
import { EmailId } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import type { SecureRandom } from "effect/crypto";
import type { SqlClient } from "effect/sql";

import { jobQueue } from "../queue/job_queue.ts";
import { WakeSignals } from "../queue/wake_signals.ts";
import type { DatabaseHost } from "../sql/database_host.ts";

/** The email queue in PostgreSQL. */
export const emailQueueSql: Layer.Layer<
  EmailQueue,
  never,
  SqlClient.SqlClient | DatabaseHost | SecureRandom.SecureRandom
> = Layer.effect(
  EmailQueue,
  Effect.map(jobQueue("email_jobs", EmailId), ({ offer, ...queue }) => ({
    ...queue,
    offer: (jobs) => Effect.orDie(offer(jobs)),
  })),
).pipe(Layer.provide(WakeSignals.layer));
