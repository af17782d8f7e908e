import { Cause, type Duration, Effect, Exit, Schedule, Semaphore } from "effect";

import { type ItemQueue, type JobClaim, jobClaims } from "./job_claims.ts";
import { makeWakeSignal } from "./wake_signal.ts";

/** How long a claim lasts without renewal, and how often it is renewed. */
export interface QueueTiming {
  readonly lockExpiration: Duration.Input;
  readonly lockRefreshInterval: Duration.Input;
  readonly pollInterval: Duration.Input;
}

/** The default: jobs of a dead worker run again within 15 seconds. */
export const QUEUE_TIMING: QueueTiming = {
  lockExpiration: "10 seconds",
  lockRefreshInterval: "2500 millis",
  pollInterval: "250 millis",
};

/** One of this many slots is reserved for other projects than the busiest. */
const RESERVE_EVERY = 4;

/**
 * Distributes the jobs of a queue in this process. One caller at a time polls for all that wait. A project
 * may hold three quarters of the slots, so that jobs of others are claimed when they arrive.
 */
export const jobConsumer = Effect.fnUntraced(function* <Id>(
  queue: ItemQueue<Id>,
  timing: QueueTiming,
) {
  const wakeSignal = makeWakeSignal();
  const claims = yield* jobClaims(queue, timing.lockExpiration);
  const claiming = yield* Semaphore.make(1);
  const found: Array<JobClaim<Id>> = [];
  const running = new Set<JobClaim<Id>>();
  let waiting = 0;

  /** Statements that settle a job are retried while its lock is certain to hold. */
  const settled = (claim: JobClaim<Id>, statement: Effect.Effect<void, unknown>) =>
    statement.pipe(
      Effect.retry(
        Schedule.min([Schedule.exponential("200 millis", 1.5), Schedule.spaced("5 seconds")]).pipe(
          Schedule.upTo({ duration: timing.lockExpiration }),
        ),
      ),
      Effect.orDie,
      Effect.ensuring(Effect.sync(() => void running.delete(claim))),
      // A slot is free.
      Effect.ensuring(wakeSignal.notify),
    );

  const look = Effect.suspend(() => {
    const places = running.size + waiting;
    const share = Math.max(1, places - Math.ceil(places / RESERVE_EVERY));
    const held = new Map<string, number>();
    for (const { projectId } of running) {
      if (projectId !== null) held.set(projectId, (held.get(projectId) ?? 0) + 1);
    }
    return Effect.map(claims.claim({ atMost: Math.max(1, waiting), share, held }), (claimed) => {
      for (const claim of claimed) {
        running.add(claim);
        found.push(claim);
      }
    });
  });

  /** Completes when there is a job. */
  const find = Effect.gen(function* () {
    while (found.length === 0) {
      yield* Effect.uninterruptible(look);
      if (found.length > 0) return;
      yield* Effect.timeoutOption(wakeSignal.wait, timing.pollInterval);
    }
  });

  /** The next job. Only the wait for it can be interrupted. */
  const next = (restore: Restore): Effect.Effect<JobClaim<Id>> =>
    Effect.suspend(() => {
      waiting += 1;
      return restore(claiming.withPermit(find)).pipe(
        Effect.ensuring(Effect.sync(() => void (waiting -= 1))),
        Effect.flatMap(() => {
          const claim = found.shift();
          // Another caller was faster.
          return claim === undefined ? next(restore) : Effect.succeed(claim);
        }),
      );
    });

  const settle = (claim: JobClaim<Id>, exit: Exit.Exit<void, unknown>) => {
    if (Exit.isSuccess(exit)) return settled(claim, claims.complete(claim));
    if (Cause.hasInterruptsOnly(exit.cause)) return settled(claim, claims.release(claim));
    const failure = Cause.pretty(exit.cause);
    return settled(claim, claims.retry(claim, queue.backoff(claim.attempts), failure));
  };

  yield* Effect.suspend(() =>
    running.size === 0 ? Effect.void : claims.refresh([...running]),
  ).pipe(
    Effect.catchCause((cause) => Effect.logWarning("Claims of jobs cannot be renewed", cause)),
    Effect.annotateLogs({ queue: queue.name }),
    Effect.repeat(Schedule.spaced(timing.lockRefreshInterval)),
    Effect.forkScoped,
  );
  yield* Effect.addFinalizer(() =>
    Effect.forEach(found.splice(0), (claim) => settled(claim, claims.release(claim)), {
      discard: true,
    }),
  );

  const take = <E, R>(job: (id: Id, attempts: number) => Effect.Effect<void, E, R>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(next(restore), (claim) =>
        Effect.onExit(restore(job(claim.id, claim.attempts)), (exit) => settle(claim, exit)),
      ),
    );

  return {
    /** Waits for a job, runs it and settles it. */
    take,
    /** Wakes a waiting {@linkcode take}. */
    wake: wakeSignal.notify,
  };
});

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
