import { EmailQueue } from "@paraph/core/emails";
import { EmailId } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import type { SqlClient } from "effect/sql";

import { jobQueue } from "../queue/job_queue.ts";
import type { DatabaseHost } from "../sql/database_host.ts";

/** The email queue in PostgreSQL. */
export const emailQueueSql: Layer.Layer<EmailQueue, never, SqlClient.SqlClient | DatabaseHost> =
  Layer.effect(
    EmailQueue,
    Effect.map(jobQueue("email_jobs", EmailId), ({ offer, ...queue }) => ({
      ...queue,
      offer: (jobs) => Effect.orDie(offer(jobs)),
    })),
  );
