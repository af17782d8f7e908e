import { type Duration, Effect, Fiber, Schedule } from "effect";

/** How long a running job may continue once the worker is stopped. */
const SHUTDOWN_TIMEOUT: Duration.Input = "30 seconds";

/** Prevents a tight loop while the queue is unreachable. */
const PAUSE_AFTER_FAILURE: Duration.Input = "250 millis";

/** Repeats an effect in the background until the scope closes. Failures are logged and retried. */
export const repeatForever = <R>(
  effect: Effect.Effect<void, unknown, R>,
  options: { readonly every: Duration.Duration; readonly failureMessage: string },
) =>
  effect.pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(
        Effect.logWarning(options.failureMessage, cause),
        Effect.sleep(PAUSE_AFTER_FAILURE),
      ),
    ),
    Effect.repeat(Schedule.spaced(options.every)),
    Effect.forkScoped,
  );

/** Lets a running effect end before it is interrupted, for up to 30 seconds or the given time. */
export function finishBeforeInterrupt<A, E, R>(
  effect: Effect.Effect<A, E, R>,
  within = SHUTDOWN_TIMEOUT,
): Effect.Effect<A, E, R> {
  return Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(restore(effect)), (fiber) =>
      restore(Fiber.join(fiber)).pipe(
        Effect.onInterrupt(() =>
          restore(Fiber.await(fiber)).pipe(
            Effect.timeoutOption(within),
            Effect.andThen(Fiber.interrupt(fiber)),
          ),
        ),
      ),
    ),
  );
}
