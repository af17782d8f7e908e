import { MailJob, MailQueue } from "@paraph/core/mail";
import { Effect, Layer } from "effect";

import { finishing, workOff } from "./work_off.ts";

/** How many mails a node sends at once; mail servers take more for an attack. */
const CONCURRENCY = 4;

/** Takes mails from the queue and sends them until its scope closes; those that have begun are finished. */
export const mailWorker: Layer.Layer<never, never, MailJob | MailQueue> = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* MailQueue;
    const job = yield* MailJob;
    const take = queue.take((id, attempts) =>
      finishing(job.run(id, attempts)).pipe(Effect.annotateLogs({ mailId: id, attempts })),
    );
    yield* workOff(take, { concurrency: CONCURRENCY, failed: "A mail will be tried again" });
  }),
);
