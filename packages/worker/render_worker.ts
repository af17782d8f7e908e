import { RenderJob, RenderQueue, renderRetryDelay } from "@paraph/core/renders";
import { Effect, Layer } from "effect";

import { runQueuedJobs } from "./queued_jobs.ts";

/**
 * How many jobs run for each thread: enough to load and store documents while others render, and
 * for small documents to overtake large ones. Few enough to leave work to other nodes.
 */
const JOBS_PER_THREAD = 16;

/**
 * Runs queued renders until its scope closes, enough at once to keep all threads busy. Running jobs
 * end first; failed jobs are retried later.
 */
export function renderWorker(threads: number): Layer.Layer<never, never, RenderJob | RenderQueue> {
  return Layer.effectDiscard(
    Effect.gen(function* () {
      const queue = yield* RenderQueue;
      const job = yield* RenderJob;
      yield* runQueuedJobs(queue, {
        run: job.run,
        idName: "renderId",
        retryDelay: renderRetryDelay,
        concurrency: threads * JOBS_PER_THREAD,
        failureMessage: "A render will be retried",
      });
    }),
  );
}
