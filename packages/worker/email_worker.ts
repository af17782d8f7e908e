import { EmailJob, EmailQueue, emailRetryDelay } from "@paraph/core/emails";
import { Effect, Layer } from "effect";

import { runQueuedJobs } from "./queued_jobs.ts";

/** How many emails a node sends at once. Mail servers treat more as abuse. */
const CONCURRENCY = 4;

/** Sends queued emails until its scope closes. Running jobs end first. */
export const emailWorker: Layer.Layer<never, never, EmailJob | EmailQueue> = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* EmailQueue;
    const job = yield* EmailJob;
    yield* runQueuedJobs(queue, {
      run: ({ id, attempts }) => job.run(id, attempts),
      idName: "emailId",
      retryDelay: emailRetryDelay,
      concurrency: CONCURRENCY,
      failureMessage: "An email will be retried",
    });
  }),
);
