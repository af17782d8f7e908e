import { RenderJob, RenderQueue } from "@paraph/core/renders";
import { type Duration, Effect, Fiber, Layer } from "effect";

/**
 * How many jobs are in hand for each thread: enough that small documents reach threads several at once
 * while others are loaded and settled, and that a few large ones do not hold up all the rest; few enough
 * to leave work to other nodes.
 */
const JOBS_PER_THREAD = 8;

/** How long a job that has begun may go on once the worker is told to stop. */
const FINISH_WITHIN: Duration.Input = "30 seconds";

/**
 * Takes renders from the queue and settles them, as many at once as keep so many threads busy, until
 * its scope closes.
 *
 * A job that has begun is finished first; one that fails comes back later.
 */
export function renderWorker(threads: number): Layer.Layer<never, never, RenderJob | RenderQueue> {
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
      const loops = Array.from({ length: threads * JOBS_PER_THREAD });
      yield* Effect.forEach(loops, () => Effect.forkScoped(loop), { discard: true });
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
