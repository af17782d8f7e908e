import {
  ProviderInbox,
  type SignatureClaim,
  SignatureQueue,
  SignatureWork,
} from "@paraph/core/signatures";
import { Duration, Effect, Layer, Schedule, Semaphore } from "effect";

import { finishing, workOff } from "./work_off.ts";

/** How many requests a node looks after at once, and how many of them may be of one project. */
const CONCURRENCY = 4;
const SHARE = 2;

/** How soon a request is noticed that another process woke, or whose time has come. */
const LOOK_EVERY = Duration.millis(500);

/** How long a request of a node that went silent is still its own. */
const LEASE = Duration.seconds(10);

/** How long providers' reports are kept, for whoever looks into what was received. */
const KEEP_REPORTS = Duration.days(30);

/** Looks after signature requests until its scope closes; what has begun is finished first. */
export const signatureWorker: Layer.Layer<
  never,
  never,
  ProviderInbox | SignatureQueue | SignatureWork
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* SignatureQueue;
    const inbox = yield* ProviderInbox;
    const work = yield* SignatureWork;
    const underway = new Set<SignatureClaim>();

    const lookAfter = Effect.fnUntraced(
      function* (claim: SignatureClaim) {
        yield* queue.release(claim, yield* work.run(claim));
      },
      (effect, claim) =>
        effect.pipe(
          Effect.ensuring(Effect.sync(() => underway.delete(claim))),
          Effect.annotateLogs({ signatureId: claim.id }),
        ),
    );

    /** Claims one after the other, so that each counts what was claimed before. */
    const claiming = yield* Semaphore.make(1);
    const claimNext = Effect.gen(function* () {
      const ids = [...underway].map(({ projectId }) => projectId);
      const busy = ids.filter((id) => ids.filter((other) => other === id).length >= SHARE);
      const [claim] = yield* queue.claim(1, LEASE, busy);
      if (claim !== undefined) underway.add(claim);
      return claim;
    });

    const take = Effect.gen(function* () {
      const claim = yield* claiming.withPermit(claimNext);
      if (claim === undefined) return yield* Effect.timeoutOption(queue.awaitWake, LOOK_EVERY);
      return yield* finishing(lookAfter(claim));
    });

    yield* workOff(Effect.asVoid(take), {
      concurrency: CONCURRENCY,
      failed: "A signature request will be looked at again",
    });
    const renewal = Effect.suspend(() => queue.renew([...underway], LEASE));
    yield* again(renewal, Duration.times(LEASE, 0.3));
    yield* again(inbox.prune(KEEP_REPORTS), Duration.hours(1));
  }),
);

/** Does something again and again beside everything else, whatever becomes of it. */
function again(effect: Effect.Effect<void>, every: Duration.Duration) {
  return effect.pipe(
    Effect.catchCause((cause) => Effect.logWarning("The database will be asked again", cause)),
    Effect.repeat(Schedule.spaced(every)),
    Effect.forkScoped,
  );
}
