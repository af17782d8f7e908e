import { EmailQueue } from "@paraph/core/emails";
import { EmailId } from "@paraph/core/values";
import { Duration, Effect, Layer } from "effect";
import { PersistedQueue } from "effect/persistence";
import { SqlClient, type SqlError } from "effect/sql";

import type { ItemQueue } from "../queue/job_claims.ts";
import { jobConsumer, QUEUE_TIMING, type QueueTiming } from "../queue/job_consumer.ts";

/**
 * The email queue in PostgreSQL, in the tables of Effect's persisted queue.
 *
 * It never gives a job up by itself: the job counts its attempts and settles its email. Projects take turns.
 */
export function emailQueueSql(
  timing: Partial<QueueTiming> = {},
): Layer.Layer<EmailQueue, SqlError.SqlError, SqlClient.SqlClient> {
  const all = { ...QUEUE_TIMING, ...timing };
  return emailQueue(all).pipe(
    Layer.provide(PersistedQueue.layer),
    Layer.provide(PersistedQueue.layerStoreSql(all)),
  );
}

const MAILS: ItemQueue<EmailId> = {
  name: "mails",
  id: EmailId,
  unfinished: (sql) => sql`status = 'queued'`,
  // From two seconds, doubled each time, up to an hour.
  backoff: (attempts) => Duration.seconds(Math.min(2 ** attempts, 3600)),
};

const emailQueue = (timing: QueueTiming) =>
  Layer.effect(
    EmailQueue,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const queue = yield* PersistedQueue.make({ name: MAILS.name, schema: EmailId });
      const { take, wake } = yield* jobConsumer(MAILS, timing);
      return EmailQueue.of({
        offer: (id) =>
          queue
            .offer(id, { id })
            .pipe(Effect.andThen(sql.afterCommit(wake)), Effect.orDie, Effect.asVoid),
        take,
      });
    }),
  );
