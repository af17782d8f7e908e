import { bulkRetryDelay, SignatureBulkJob, SignatureBulkQueue } from "@paraph/core/signatures";
import { Duration, Effect, Layer } from "effect";

import { repeatForever } from "./background_work.ts";
import { runQueuedJobs } from "./queued_jobs.ts";

/** How many rows a node sends at once. */
const CONCURRENCY = 4;

/** How often rows that were not queued, and bulk requests after erasures, are searched for. */
const SWEEP_INTERVAL = Duration.seconds(10);

/** Sends the rows of bulk requests for signature until its scope closes. Running jobs end first. */
export const signatureBulkWorker: Layer.Layer<never, never, SignatureBulkJob | SignatureBulkQueue> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const queue = yield* SignatureBulkQueue;
      const job = yield* SignatureBulkJob;
      yield* runQueuedJobs(queue, {
        run: ({ id }) => job.run(id),
        idName: "renderId",
        retryDelay: bulkRetryDelay,
        concurrency: CONCURRENCY,
        failureMessage: "A row of a bulk request will be retried",
      });
      yield* repeatForever(job.sweep, {
        every: SWEEP_INTERVAL,
        failureMessage: "Bulks will be completed later",
      });
    }),
  );
