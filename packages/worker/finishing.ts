import { type Duration, Effect, Fiber } from "effect";

/** How long what has begun may go on once the worker is told to stop. */
const FINISH_WITHIN: Duration.Input = "30 seconds";

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
