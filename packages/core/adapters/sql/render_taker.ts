import { Cause, Duration, Effect, Exit, Schedule, Semaphore } from "effect";

import type { RenderId } from "../../values/mod.ts";
import type { Bell } from "./bell.ts";
import { type RenderClaim, renderClaims } from "./render_claims.ts";

/** How claims are kept and looked for. */
export interface TakerTiming {
  readonly lockExpiration: Duration.Input;
  readonly lockRefreshInterval: Duration.Input;
  readonly pollInterval: Duration.Input;
}

/** Every how many jobs in hand one is kept free for other projects than the busiest. */
const RESERVE_EVERY = 4;

/**
 * Hands render jobs out within this process. One caller at a time looks for jobs, for all that wait; a
 * project has three quarters of the jobs in hand at most, so that another's are claimed when they come.
 */
export const renderTaker = Effect.fnUntraced(function* (timing: TakerTiming, bell: Bell) {
  const claims = yield* renderClaims(timing.lockExpiration);
  const looking = yield* Semaphore.make(1);
  const found: Array<RenderClaim> = [];
  const inHand = new Set<RenderClaim>();
  let waiting = 0;

  /** Statements that settle a job are repeated while its lock is certain to hold. */
  const settled = (claim: RenderClaim, statement: Effect.Effect<void, unknown>) =>
    statement.pipe(
      Effect.retry(
        Schedule.min([Schedule.exponential("200 millis", 1.5), Schedule.spaced("5 seconds")]).pipe(
          Schedule.upTo({ duration: timing.lockExpiration }),
        ),
      ),
      Effect.orDie,
      Effect.ensuring(Effect.sync(() => void inHand.delete(claim))),
      // A place is free.
      Effect.ensuring(bell.ring),
    );

  const look = Effect.suspend(() => {
    const places = inHand.size + waiting;
    const share = Math.max(1, places - Math.ceil(places / RESERVE_EVERY));
    const held = new Map<string, number>();
    for (const { projectId } of inHand) {
      if (projectId !== null) held.set(projectId, (held.get(projectId) ?? 0) + 1);
    }
    return Effect.map(claims.claim({ atMost: Math.max(1, waiting), share, held }), (claimed) => {
      for (const claim of claimed) {
        inHand.add(claim);
        found.push(claim);
      }
    });
  });

  /** Ends when there is a job to hand out. */
  const find = Effect.gen(function* () {
    while (found.length === 0) {
      yield* Effect.uninterruptible(look);
      if (found.length > 0) return;
      yield* Effect.timeoutOption(bell.heard, timing.pollInterval);
    }
  });

  /** The next job, once there is one; only waiting for it can be interrupted. */
  const next = (restore: Restore): Effect.Effect<RenderClaim> =>
    Effect.suspend(() => {
      waiting += 1;
      return restore(looking.withPermit(find)).pipe(
        Effect.ensuring(Effect.sync(() => void (waiting -= 1))),
        Effect.flatMap(() => {
          const claim = found.shift();
          // Another caller was faster.
          return claim === undefined ? next(restore) : Effect.succeed(claim);
        }),
      );
    });

  const settle = (claim: RenderClaim, exit: Exit.Exit<void, unknown>) => {
    if (Exit.isSuccess(exit)) return settled(claim, claims.complete(claim));
    if (Cause.hasInterruptsOnly(exit.cause)) return settled(claim, claims.giveBack(claim));
    const failure = Cause.pretty(exit.cause);
    return settled(claim, claims.retry(claim, pauseAfter(claim.attempts), failure));
  };

  yield* Effect.suspend(() => (inHand.size === 0 ? Effect.void : claims.refresh([...inHand]))).pipe(
    Effect.catchCause((cause) => Effect.logWarning("Render jobs are not held on to", cause)),
    Effect.repeat(Schedule.spaced(timing.lockRefreshInterval)),
    Effect.forkScoped,
  );
  yield* Effect.addFinalizer(() =>
    Effect.forEach(found.splice(0), (claim) => settled(claim, claims.giveBack(claim)), {
      discard: true,
    }),
  );

  return <E, R>(job: (id: RenderId, attempts: number) => Effect.Effect<void, E, R>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(next(restore), (claim) =>
        Effect.onExit(restore(job(claim.id, claim.attempts)), (exit) => settle(claim, exit)),
      ),
    );
});

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;

/** From a second on, twice as long each time, a minute at most. */
function pauseAfter(attempts: number): Duration.Duration {
  return Duration.seconds(Math.min(2 ** (attempts - 1), 60));
}
