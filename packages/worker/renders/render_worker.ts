import { RenderJob, RenderQueue } from "@paraph/core/renders";
import { Effect, Layer } from "effect";

import { finishing } from "../finishing.ts";

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
