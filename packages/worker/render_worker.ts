import { RenderJob, RenderQueue } from "@paraph/core/renders";
import { Effect, Layer } from "effect";

import { finishing, workOff } from "./work_off.ts";

/**
 * How many jobs are in hand for each thread: enough that small documents reach threads several at once
 * while others are loaded and settled, and that a few large ones do not hold up all the rest; few enough
 * to leave work to other nodes.
 */
const JOBS_PER_THREAD = 8;

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
      const take = queue.take((id, attempts) =>
        finishing(job.run(id, attempts)).pipe(Effect.annotateLogs({ renderId: id, attempts })),
      );
      const concurrency = threads * JOBS_PER_THREAD;
      yield* workOff(take, { concurrency, failed: "A render will be tried again" });
    }),
  );
}
