import { type Duration, Effect, Fiber, type Scope } from "effect";

/** How long a job that has begun may go on once the worker is told to stop. */
const FINISH_WITHIN: Duration.Input = "30 seconds";

/**
 * Takes jobs and runs them, so many at once, until the scope closes. One that fails is told of and
 * comes back later.
 *
 * @param take Waits for a job and runs it; a job that is to be finished first is wrapped in
 *   {@linkcode finishing}.
 */
export const workOff = Effect.fnUntraced(function* (
  take: Effect.Effect<void, unknown>,
  options: { readonly concurrency: number; readonly failed: string },
): Effect.fn.Return<void, never, Scope.Scope> {
  const loop = take.pipe(
    Effect.catchCause((cause) =>
      Effect.logWarning(options.failed, cause).pipe(
        // The queue itself may be out of reach: do not ask in a tight loop.
        Effect.andThen(Effect.sleep("250 millis")),
      ),
    ),
    Effect.forever,
  );
  const workers = Array.from({ length: options.concurrency }, () => Effect.forkScoped(loop));
  yield* Effect.all(workers, { discard: true });
});

/** Lets an effect end before its interruption does, within limits. */
export function finishing<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
  return Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(restore(effect)), (fiber) =>
      restore(Fiber.join(fiber)).pipe(
        Effect.onInterrupt(() =>
          restore(Fiber.await(fiber)).pipe(
            Effect.timeoutOption(FINISH_WITHIN),
            Effect.andThen(Fiber.interrupt(fiber)),
          ),
        ),
      ),
    ),
  );
}
