import { EmailJob, EmailQueue } from "@paraph/core/emails";
import { Effect, Layer } from "effect";

import { finishBeforeInterrupt, runWorkers } from "./run_workers.ts";

/** How many emails a node sends at once. Mail servers treat more as abuse. */
const CONCURRENCY = 4;

/** Sends queued emails until its scope closes. Running jobs end first. */
export const emailWorker: Layer.Layer<never, never, EmailJob | EmailQueue> = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* EmailQueue;
    const job = yield* EmailJob;
    const take = queue.take((id, attempts) =>
      finishBeforeInterrupt(job.run(id, attempts)).pipe(
        Effect.annotateLogs({ emailId: id, attempts }),
      ),
    );
    yield* runWorkers(take, { concurrency: CONCURRENCY, failed: "An email will be retried" });
  }),
);
