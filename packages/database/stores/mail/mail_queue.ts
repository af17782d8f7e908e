import { MailQueue } from "@paraph/core/mail";
import { MailId } from "@paraph/core/values";
import { Duration, Effect, Layer } from "effect";
import { PersistedQueue } from "effect/persistence";
import { SqlClient, type SqlError } from "effect/sql";

import type { ItemQueue } from "../queue/job_claims.ts";
import { jobConsumer, QUEUE_TIMING, type QueueTiming } from "../queue/job_consumer.ts";

/**
 * The mail queue in PostgreSQL, in the tables of Effect's persisted queue.
 *
 * It never gives a job up by itself: the job counts its attempts and settles its mail. Projects take turns.
 */
export function mailQueueSql(
  timing: Partial<QueueTiming> = {},
): Layer.Layer<MailQueue, SqlError.SqlError, SqlClient.SqlClient> {
  const all = { ...QUEUE_TIMING, ...timing };
  return mailQueue(all).pipe(
    Layer.provide(PersistedQueue.layer),
    Layer.provide(PersistedQueue.layerStoreSql(all)),
  );
}

const MAILS: ItemQueue<MailId> = {
  name: "mails",
  id: MailId,
  unfinished: (sql) => sql`status = 'queued'`,
  // From two seconds on, twice as long each time, an hour at most.
  backoff: (attempts) => Duration.seconds(Math.min(2 ** attempts, 3600)),
};

const mailQueue = (timing: QueueTiming) =>
  Layer.effect(
    MailQueue,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const queue = yield* PersistedQueue.make({ name: MAILS.name, schema: MailId });
      const { take, wake } = yield* jobConsumer(MAILS, timing);
      return MailQueue.of({
        offer: (id) =>
          queue
            .offer(id, { id })
            .pipe(Effect.andThen(sql.afterCommit(wake)), Effect.orDie, Effect.asVoid),
        take,
      });
    }),
  );
