import { QueueUnavailable, RenderQueue } from "@paraph/core/renders";
import { RenderId } from "@paraph/core/values";
import { Duration, Effect, Layer } from "effect";
import { PersistedQueue } from "effect/persistence";
import { SqlClient, type SqlError } from "effect/sql";

import type { ItemQueue } from "../queue/job_claims.ts";
import { jobConsumer, QUEUE_TIMING, type QueueTiming } from "../queue/job_consumer.ts";

/** Completed jobs are deleted after this time; the state of renders does not depend on them. */
const COMPLETED_TTL = Duration.days(1);

/**
 * The render queue in PostgreSQL, in the tables of Effect's persisted queue.
 *
 * It never gives a job up by itself: the job counts its attempts and settles its render. Projects take turns,
 * which Effect's own consumer does not support.
 */
export function renderQueueSql(
  timing: Partial<QueueTiming> = {},
): Layer.Layer<RenderQueue, SqlError.SqlError, SqlClient.SqlClient> {
  const all = { ...QUEUE_TIMING, ...timing };
  const store = PersistedQueue.layerStoreSql(all);
  return renderQueue(all).pipe(
    Layer.provide(PersistedQueue.layer),
    Layer.provideMerge(PersistedQueue.layerCleanup({ timeToLive: COMPLETED_TTL })),
    Layer.provideMerge(Layer.effectDiscard(watchClock)),
    Layer.provide(store),
  );
}

/** The interval of checks whether the database's clock was set back. */
const CLOCK_CHECK_INTERVAL = Duration.seconds(10);

/**
 * Corrects due times of renders and emails after the database's clock was set back, so that they wait for
 * their delay and not until the clock has caught up. Timestamps in the future show the change.
 */
export const adjustToClockSetBack: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    yield* sql`
      WITH moved AS (
        UPDATE effect_queue
        SET
          visible_at = CASE
            WHEN updated_at > clock.now THEN clock.now + (visible_at - updated_at)
            ELSE visible_at
          END,
          updated_at = LEAST(updated_at, clock.now),
          acquired_at = CASE WHEN acquired_at > clock.now THEN clock.now ELSE acquired_at END
        FROM (SELECT clock_timestamp() AT TIME ZONE 'UTC' AS now) clock
        WHERE state = 'pending'
          AND GREATEST(updated_at, acquired_at) > clock.now + interval '1 minute'
        RETURNING id, visible_at AT TIME ZONE 'UTC' AS due_at
      ),
      moved_renders AS (
        UPDATE renders
        SET due_at = moved.due_at
        FROM moved
        WHERE renders.id = moved.id::uuid
      )
      UPDATE mails
      SET due_at = moved.due_at
      FROM moved
      WHERE mails.id = moved.id::uuid`;
  });

const watchClock = Effect.sleep(CLOCK_CHECK_INTERVAL).pipe(
  Effect.andThen(adjustToClockSetBack),
  // The database may be unavailable; the next interval checks again.
  Effect.ignoreCause,
  Effect.forever,
  Effect.forkScoped,
);

const RENDERS: ItemQueue<RenderId> = {
  name: "renders",
  id: RenderId,
  unfinished: (sql) => sql`status IN ('queued', 'rendering')`,
  // From one second, doubled each time, up to a minute.
  backoff: (attempts) => Duration.seconds(Math.min(2 ** (attempts - 1), 60)),
};

const renderQueue = (timing: QueueTiming) =>
  Layer.effect(
    RenderQueue,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const queue = yield* PersistedQueue.make({ name: "renders", schema: RenderId });
      const { take, wake } = yield* jobConsumer(RENDERS, timing);
      return RenderQueue.of({
        offer: (id) =>
          queue
            .offer(id, { id })
            .pipe(
              Effect.andThen(sql.afterCommit(wake)),
              Effect.catchTags({
                SchemaError: Effect.die,
                PersistedQueueError: (cause) =>
                  Effect.andThen(
                    Effect.logError("Cannot queue a render", cause),
                    Effect.fail(QueueUnavailable.of()),
                  ),
              }),
              Effect.asVoid,
            ),
        take,
      });
    }),
  );

/**
 * Frees the jobs of dead workers without waiting for their locks to expire. Only for the process that has
 * just opened an embedded database, when no other process can hold a job.
 */
export const releaseClaimedJobs: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const tables = yield* sql`SELECT 1 WHERE to_regclass('effect_queue') IS NOT NULL`;
    if (tables.length === 0) return;
    yield* sql`
      UPDATE effect_queue
      SET acquired_at = NULL, acquired_by = NULL
      WHERE state = 'pending'
        AND acquired_at IS NOT NULL`;
  });
