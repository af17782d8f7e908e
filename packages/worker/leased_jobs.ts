import { type ClaimRequest, type ProjectId, withoutServices } from "@paraph/core/values";
import { Duration, Effect, FiberSet, Latch, type Scope } from "effect";

import { finishBeforeInterrupt, repeatForever } from "./background_work.ts";

/** While half of the slots are busy, the others are not filled one by one: a claim costs as much for many jobs. */
const BUSY_INTERVAL = Duration.millis(40);

/** How long a stop waits for a claim. Jobs of a claim whose response is lost would wait for the end of their lease. */
const CLAIM_TIMEOUT = Duration.seconds(5);

/** How many jobs with the same key may run on this node at once. */
export interface KeyLimit<Job> {
  readonly key: (job: Job) => string;
  readonly atMost: number;
}

/** A queue whose jobs this node claims for the time of a lease, and how it runs them. */
export interface LeasedJobs<Job> {
  readonly claim: (
    request: ClaimRequest,
    running: ReadonlySet<Job>,
  ) => Effect.Effect<ReadonlyArray<Job>>;
  readonly renew: (jobs: ReadonlyArray<Job>, lease: Duration.Duration) => Effect.Effect<void>;
  readonly awaitWake: Effect.Effect<void>;
  readonly run: (job: Job) => Effect.Effect<void>;
  readonly lease: Duration.Duration;
  readonly concurrency: number;
  /** How many of the running jobs one project may have, so that another project's start at once. */
  readonly maxPerProject: number;
  /** Another limit of the queue. */
  readonly limit?: KeyLimit<Job>;
}

/** Claims jobs and runs them until the scope closes. Running jobs end first. */
export const runLeasedJobs = <Job extends { readonly projectId: ProjectId }>(
  jobs: LeasedJobs<Job>,
): Effect.Effect<void, never, Scope.Scope> => withoutServices(claimForever(jobs));

const claimForever = Effect.fnUntraced(function* <Job extends { readonly projectId: ProjectId }>({
  claim,
  renew,
  awaitWake,
  run,
  lease,
  concurrency,
  maxPerProject,
  limit,
}: LeasedJobs<Job>): Effect.fn.Return<void, never, Scope.Scope> {
  const running = new Set<Job>();
  const projectLimit: KeyLimit<Job> = { key: ({ projectId }) => projectId, atMost: maxPerProject };
  const limits = limit === undefined ? [projectLimit] : [projectLimit, limit];
  // When one of these jobs ends, another that was not claimed may start.
  const slotFreed = Latch.makeUnsafe();
  let blocking: ReadonlySet<Job> = new Set();

  // The scope closes in reverse order: claims stop, running jobs end, and their leases last until then.
  const renewal = Effect.suspend(() => renew([...running], lease));
  yield* repeatForever(renewal, {
    every: Duration.times(lease, 0.3),
    failureMessage: "Leases of jobs cannot be renewed; retrying",
  });
  const fibers = yield* FiberSet.make();

  const end = (job: Job) => {
    running.delete(job);
    if (blocking.has(job)) slotFreed.openUnsafe();
  };

  const claimAndStart = Effect.gen(function* () {
    slotFreed.closeUnsafe();
    const atMost = concurrency - running.size;
    const inFlight = countsOf(running, projectLimit);
    const before = [...running];
    const jobs =
      atMost > 0 ? yield* claim({ atMost, share: maxPerProject, inFlight }, running) : [];
    for (const job of jobs) running.add(job);
    const considered = [...before, ...jobs];
    blocking = new Set(
      considered.length === concurrency
        ? considered
        : limits.flatMap((each) => jobsAtLimit(considered, each)),
    );
    // Some may have ended during the claim.
    if (before.some((job) => blocking.has(job) && !running.has(job))) slotFreed.openUnsafe();
    yield* Effect.forEach(
      jobs,
      (job) =>
        finishBeforeInterrupt(run(job)).pipe(
          Effect.ensuring(Effect.sync(() => end(job))),
          FiberSet.run(fibers),
        ),
      { discard: true },
    );
  });

  const claimAndRun = Effect.gen(function* () {
    yield* finishBeforeInterrupt(claimAndStart, CLAIM_TIMEOUT);
    yield* Effect.race(awaitWake, slotFreed.await);
    if (running.size * 2 >= concurrency) yield* Effect.sleep(BUSY_INTERVAL);
  });

  yield* repeatForever(claimAndRun, {
    every: Duration.zero,
    failureMessage: "Jobs cannot be claimed; retrying",
  });
});

/** Counts the jobs of each key. */
function countsOf<Job>(jobs: Iterable<Job>, { key }: KeyLimit<Job>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const job of jobs) counts.set(key(job), (counts.get(key(job)) ?? 0) + 1);
  return counts;
}

/** Returns the jobs whose key has as many as it may have. */
export function jobsAtLimit<Job>(jobs: Iterable<Job>, limit: KeyLimit<Job>): ReadonlyArray<Job> {
  const counts = countsOf(jobs, limit);
  return [...jobs].filter((job) => (counts.get(limit.key(job)) ?? 0) >= limit.atMost);
}
