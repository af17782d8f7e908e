import { MailJob, MailQueue } from "@paraph/core/mail";
import { Effect, Layer } from "effect";

import { finishBeforeInterrupt, runWorkers } from "./run_workers.ts";

/** How many emails a node sends at once. Mail servers treat more as abuse. */
const CONCURRENCY = 4;

/** Sends queued emails until its scope closes. Running jobs end first. */
export const mailWorker: Layer.Layer<never, never, MailJob | MailQueue> = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* MailQueue;
    const job = yield* MailJob;
    const take = queue.take((id, attempts) =>
      finishBeforeInterrupt(job.run(id, attempts)).pipe(
        Effect.annotateLogs({ mailId: id, attempts }),
      ),
    );
    yield* runWorkers(take, { concurrency: CONCURRENCY, failed: "A mail will be tried again" });
  }),
);
