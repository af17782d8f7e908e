import {
  ProviderInbox,
  type SignatureClaim,
  SignatureQueue,
  SignatureWork,
} from "@paraph/core/signatures";
import { Duration, Effect, Layer } from "effect";

import { repeatForever } from "./background_work.ts";
import { runLeasedJobs } from "./leased_jobs.ts";

/** How many requests a node processes at once, and how many of them one project may have. */
const CONCURRENCY = 4;
const MAX_PER_PROJECT = 2;

/** How long a claim lasts without renewal. */
const LEASE = Duration.seconds(10);

/** How long providers' reports are stored, for support. */
const REPORT_TTL = Duration.days(30);

/** Processes due signature requests until its scope closes. Running work ends first. */
export const signatureWorker: Layer.Layer<
  never,
  never,
  ProviderInbox | SignatureQueue | SignatureWork
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* SignatureQueue;
    const inbox = yield* ProviderInbox;
    const work = yield* SignatureWork;
    const run = Effect.fnUntraced(
      function* (claim: SignatureClaim) {
        yield* queue.release(claim, yield* work.run(claim));
      },
      (effect, { id: signatureId }) =>
        effect.pipe(
          Effect.catchCause((cause) =>
            Effect.logWarning("A signature request will be retried", cause),
          ),
          Effect.annotateLogs({ signatureId }),
        ),
    );
    yield* runLeasedJobs<SignatureClaim>({
      claim: (request) => queue.claim(request, LEASE),
      renew: queue.renew,
      awaitWake: queue.awaitWake,
      run,
      lease: LEASE,
      concurrency: CONCURRENCY,
      maxPerProject: MAX_PER_PROJECT,
    });
    yield* repeatForever(inbox.prune(REPORT_TTL), {
      every: Duration.hours(1),
      failureMessage: "Reports of providers cannot be deleted; retrying",
    });
  }),
);
