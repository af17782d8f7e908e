import { RenderJob, RenderQueue } from "@paraph/core/renders";
import { type Duration, Effect, Fiber, Layer } from "effect";

/** How long a job that has begun may go on once the worker is told to stop. */
const FINISH_WITHIN: Duration.Input = "30 seconds";

/**
 * Takes renders from the queue and settles them, so many at once, until its scope closes.
 *
 * A job that has begun is finished first; one that fails comes back later.
 */
export function renderWorker(
  concurrency: number,
): Layer.Layer<never, never, RenderJob | RenderQueue> {
  return Layer.effectDiscard(
    Effect.gen(function* () {
      const queue = yield* RenderQueue;
      const job = yield* RenderJob;
      const next = queue.take((id, attempts) =>
        finishing(job.run(id, attempts)).pipe(Effect.annotateLogs({ renderId: id, attempts })),
      );
      const loop = next.pipe(
        Effect.catchCause((cause) =>
          Effect.logWarning("A render will be tried again", cause).pipe(
            // The queue itself may be out of reach: do not ask in a tight loop.
            Effect.andThen(Effect.sleep("250 millis")),
          ),
        ),
        Effect.forever,
      );
      yield* Effect.forEach(Array.from({ length: concurrency }), () => Effect.forkScoped(loop), {
        discard: true,
      });
    }),
  );
}

/** Lets an effect end before its interruption does, within limits. */
function finishing<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
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
