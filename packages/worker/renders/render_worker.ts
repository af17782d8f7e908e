import { RenderJob, RenderQueue } from "@paraph/core/renders";
import { Effect, Layer } from "effect";

import { finishing, workOff } from "../_jobs/work_off.ts";

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
      const take = queue.take((id, attempts) =>
        finishing(job.run(id, attempts)).pipe(Effect.annotateLogs({ renderId: id, attempts })),
      );
      yield* workOff(take, { concurrency, failed: "A render will be tried again" });
    }),
  );
}
