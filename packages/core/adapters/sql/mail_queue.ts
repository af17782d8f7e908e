import { Effect, Layer, Schedule } from "effect";
import { PersistedQueue } from "effect/persistence";
import type { SqlClient, SqlError } from "effect/sql";

import { MailQueue } from "../../mail/mod.ts";
import { MailId } from "../../values/mod.ts";
import { QUEUE_TIMING, type QueueTiming } from "./render_queue.ts";

/**
 * The mail queue in PostgreSQL, in the tables of Effect's persisted queue.
 *
 * It never gives a job up by itself: the job counts its attempts and settles its mail.
 */
export function mailQueueSql(
  timing: Partial<QueueTiming> = {},
): Layer.Layer<MailQueue, SqlError.SqlError, SqlClient.SqlClient> {
  return mailQueue.pipe(
    Layer.provide(PersistedQueue.layer),
    Layer.provide(PersistedQueue.layerStoreSql({ ...QUEUE_TIMING, ...timing })),
  );
}

const mailQueue = Layer.effect(
  MailQueue,
  Effect.gen(function* () {
    const queue = yield* PersistedQueue.make({
      name: "mails",
      schema: MailId,
      maxAttempts: Number.MAX_SAFE_INTEGER,
      retrySchedule: Schedule.min([Schedule.exponential("2 seconds"), Schedule.spaced("1 hour")]),
    });
    return MailQueue.of({
      offer: (id) => queue.offer(id, { id }).pipe(Effect.orDie, Effect.asVoid),
      take: (job) =>
        queue
          .take((id, { attempts }) => job(id, attempts))
          .pipe(Effect.catchTag("PersistedQueueError", Effect.die)),
    });
  }),
);
