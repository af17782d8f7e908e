import {
  ProviderInbox,
  type SignatureClaim,
  SignatureQueue,
  SignatureWork,
} from "@paraph/core/signatures";
import { Duration, Effect, Layer, Semaphore } from "effect";

import { finishBeforeInterrupt, repeatForever, runWorkers } from "./run_workers.ts";

/** How many requests a node processes at once, and how many of them one project may have. */
const CONCURRENCY = 4;
const MAX_PER_PROJECT = 2;

/** Detects due requests, and requests that other processes made due. */
const POLL_INTERVAL = Duration.millis(500);

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
    const running = new Set<SignatureClaim>();

    const runClaim = Effect.fnUntraced(
      function* (claim: SignatureClaim) {
        yield* queue.release(claim, yield* work.run(claim));
      },
      (effect, claim) =>
        effect.pipe(
          Effect.ensuring(Effect.sync(() => running.delete(claim))),
          Effect.annotateLogs({ signatureId: claim.id }),
        ),
    );

    /** Claims run one at a time, so that each counts the requests claimed before it. */
    const claiming = yield* Semaphore.make(1);
    const claimNext = Effect.gen(function* () {
      const ids = [...running].map(({ projectId }) => projectId);
      const busy = ids.filter(
        (id) => ids.filter((other) => other === id).length >= MAX_PER_PROJECT,
      );
      const [claim] = yield* queue.claim(1, LEASE, busy);
      if (claim !== undefined) running.add(claim);
      return claim;
    });

    const take = Effect.gen(function* () {
      const claim = yield* claiming.withPermit(claimNext);
      if (claim === undefined) return yield* Effect.timeoutOption(queue.awaitWake, POLL_INTERVAL);
      return yield* finishBeforeInterrupt(runClaim(claim));
    });

    yield* runWorkers(Effect.asVoid(take), {
      concurrency: CONCURRENCY,
      failed: "A signature request will be retried",
    });
    const failed = "The database will be queried again";
    const renewal = Effect.suspend(() => queue.renew([...running], LEASE));
    yield* repeatForever(renewal, { every: Duration.times(LEASE, 0.3), failed });
    yield* repeatForever(inbox.prune(REPORT_TTL), { every: Duration.hours(1), failed });
  }),
);
