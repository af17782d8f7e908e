import type { JobClaim, JobQueue } from "@paraph/core/values";
import { Cause, Duration, Effect, Exit, Predicate, Schedule, type Scope } from "effect";

import { runLeasedJobs } from "./leased_jobs.ts";

/** How long a claim lasts without renewal: jobs of a dead worker run again within 15 seconds. */
const LEASE = Duration.seconds(10);

/** One of this many slots is reserved for other projects than the busiest. */
const RESERVE_EVERY = 4;

const FIRST_RETRY = Duration.millis(200);

/** An outage of the database must not count as a crash of the worker, so jobs are returned after it. */
const SETTLE_RETRIES = Schedule.min([
  Schedule.exponential(FIRST_RETRY, 1.5),
  Schedule.spaced("5 seconds"),
]).pipe(Schedule.upTo({ duration: "10 minutes" }));

/** How the jobs of a queue are run. */
export interface QueuedJobs<Id> {
  readonly run: (job: JobClaim<Id>) => Effect.Effect<void, unknown>;
  /** The name of a job's id in logs. */
  readonly idName: string;
  /** The delay before the next attempt. */
  readonly retryDelay: (attempts: number) => Duration.Duration;
  readonly concurrency: number;
  /** The log message of a failed attempt. */
  readonly failureMessage: string;
}

/**
 * Runs the jobs of a queue until the scope closes. Running jobs end first. A failed job is retried later; an
 * interrupted one is returned without counting an attempt. A project may use three quarters of the slots, so
 * that jobs of others start when they arrive.
 */
export const runQueuedJobs = <Id>(
  queue: JobQueue<Id, unknown>,
  { run, idName, retryDelay, concurrency, failureMessage }: QueuedJobs<Id>,
): Effect.Effect<void, never, Scope.Scope> => {
  const settle = (claim: JobClaim<Id>, exit: Exit.Exit<void, unknown>) => {
    if (Exit.isSuccess(exit)) return queue.complete(claim);
    if (Cause.hasInterruptsOnly(exit.cause)) return queue.release(claim);
    return queue.retry(claim, retryDelay(claim.attempts));
  };
  return runLeasedJobs<JobClaim<Id>>({
    claim: (request) => queue.claim(request, LEASE),
    renew: queue.renew,
    awaitWake: queue.awaitWake,
    run: (claim) => {
      const attempt = run(claim).pipe(
        Effect.tapCauseIf(Predicate.not(Cause.hasInterruptsOnly), (cause) =>
          Effect.logWarning(failureMessage, cause),
        ),
      );
      // Retries end when the worker stops: the lease then ends, and the job runs again.
      return Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.exit(restore(attempt)), (exit) => {
          const settled = Effect.sandbox(settle(claim, exit));
          const retried = Effect.delay(Effect.retry(settled, SETTLE_RETRIES), FIRST_RETRY);
          return settled.pipe(Effect.catch(() => restore(retried)));
        }),
      ).pipe(
        Effect.catchCause((cause) => Effect.logWarning("A job cannot be settled", cause)),
        Effect.annotateLogs({ [idName]: claim.id, attempts: claim.attempts }),
      );
    },
    lease: LEASE,
    concurrency,
    maxPerProject: Math.max(1, concurrency - Math.ceil(concurrency / RESERVE_EVERY)),
  });
};
