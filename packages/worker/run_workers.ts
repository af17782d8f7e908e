import { type Duration, Effect, Fiber, Schedule, type Scope } from "effect";

/** How long a running job may continue once the worker is stopped. */
const SHUTDOWN_TIMEOUT: Duration.Input = "30 seconds";

/** Prevents a tight loop while the queue is unreachable. */
const PAUSE_AFTER_FAILURE: Duration.Input = "250 millis";

/**
 * Runs workers until the scope closes. Each runs jobs one after the other. Failures are logged.
 *
 * @param take Waits for a job and runs it. Wrap the job in {@linkcode finishBeforeInterrupt} to let
 * it end first.
 */
export const runWorkers = Effect.fnUntraced(function* (
  take: Effect.Effect<void, unknown>,
  options: { readonly concurrency: number; readonly failed: string },
): Effect.fn.Return<void, never, Scope.Scope> {
  const loop = take.pipe(
    Effect.catchCause((cause) =>
      Effect.logWarning(options.failed, cause).pipe(
        Effect.andThen(Effect.sleep(PAUSE_AFTER_FAILURE)),
      ),
    ),
    Effect.forever,
  );
  // One fiber: at the end its workers finish at the same time, not one after the other.
  const workers = Array.from({ length: options.concurrency }, () => loop);
  yield* Effect.forkScoped(Effect.all(workers, { concurrency: "unbounded", discard: true }));
});

/** Repeats an effect in the background until the scope closes. Failures are logged and retried. */
export const repeatForever = <R>(
  effect: Effect.Effect<void, unknown, R>,
  options: { readonly every: Duration.Duration; readonly failed: string },
) =>
  effect.pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logWarning(options.failed, cause), Effect.sleep(PAUSE_AFTER_FAILURE)),
    ),
    Effect.repeat(Schedule.spaced(options.every)),
    Effect.forkScoped,
  );

/** Lets a running effect end before it is interrupted, for up to 30 seconds. */
export function finishBeforeInterrupt<A, E, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> {
  return Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(restore(effect)), (fiber) =>
      restore(Fiber.join(fiber)).pipe(
        Effect.onInterrupt(() =>
          restore(Fiber.await(fiber)).pipe(
            Effect.timeoutOption(SHUTDOWN_TIMEOUT),
            Effect.andThen(Fiber.interrupt(fiber)),
          ),
        ),
      ),
    ),
  );
}
