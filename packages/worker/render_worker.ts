import { RenderJob, RenderQueue } from "@paraph/core/renders";
import { Effect, Layer } from "effect";

import { finishBeforeInterrupt, runWorkers } from "./run_workers.ts";

/**
 * How many jobs run for each thread: enough to load and store documents while others render, and
 * for small documents to overtake large ones. Few enough to leave work to other nodes.
 */
const JOBS_PER_THREAD = 8;

/**
 * Runs queued renders until its scope closes, enough at once to keep all threads busy. Running jobs
 * end first; failed jobs are retried later.
 */
export function renderWorker(threads: number): Layer.Layer<never, never, RenderJob | RenderQueue> {
  return Layer.effectDiscard(
    Effect.gen(function* () {
      const queue = yield* RenderQueue;
      const job = yield* RenderJob;
      const take = queue.take((id, attempts) =>
        finishBeforeInterrupt(job.run(id, attempts)).pipe(
          Effect.annotateLogs({ renderId: id, attempts }),
        ),
      );
      const concurrency = threads * JOBS_PER_THREAD;
      yield* runWorkers(take, { concurrency, failed: "A render will be retried" });
    }),
  );
}
