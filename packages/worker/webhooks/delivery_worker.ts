import type { WebhookId } from "@paraph/core/values";
import { type Claim, DeliveryAttempt, DeliveryQueue, KEEP_EVENTS } from "@paraph/core/webhooks";
import {
  Duration,
  Effect,
  type Layer as EffectLayer,
  Layer,
  Option,
  Schedule,
  Semaphore,
} from "effect";

import { finishing } from "../_jobs/work_off.ts";

/** How deliveries are taken up on this node. */
export interface DeliveryWorkerOptions {
  /** How long an attempt of a node that went silent is still its own. */
  readonly lease?: Duration.Duration;
}

/** So many deliveries to one receiver are on their way at once. */
const LANES = 4;

/** So many deliveries are on their way from this node at once. */
const SOCKETS = 512;

/** How soon a delivery is noticed that another process queued, or whose time has come. */
const LOOK_EVERY = Duration.millis(500);

/**
 * Delivers events until its scope closes: to each webhook by itself, so that a receiver which is
 * slow or gone keeps nobody else waiting. Attempts that have begun are finished first.
 */
export function deliveryWorker({
  lease = Duration.seconds(10),
}: DeliveryWorkerOptions = {}): EffectLayer.Layer<never, never, DeliveryQueue | DeliveryAttempt> {
  return Layer.effectDiscard(
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue;
      const attempt = yield* DeliveryAttempt;
      const sockets = yield* Semaphore.make(SOCKETS);
      const underway = new Set<Claim>();
      const served = new Set<WebhookId>();

      const deliver = Effect.fnUntraced(function* (claim: Claim) {
        underway.add(claim);
        const { id: deliveryId, webhookId, attempts } = claim;
        yield* finishing(attempt.run(claim)).pipe(
          Effect.ensuring(Effect.sync(() => underway.delete(claim))),
          Effect.annotateLogs({ deliveryId, webhookId, attempts }),
        );
      });

      /** Delivers one thing after another while something is due; tells whether anything was. */
      const next = (webhook: WebhookId) => {
        const claimed = queue
          .claim(webhook, lease)
          .pipe(
            Effect.tap(Option.match({ onNone: () => Effect.void, onSome: deliver })),
            Effect.map(Option.isSome),
          );
        return sockets.withPermit(claimed);
      };
      const lane = (webhook: WebhookId) =>
        Effect.repeat(next(webhook), { while: (delivered) => delivered });

      const serve = (webhook: WebhookId) =>
        Effect.forEach(Array.from({ length: LANES }), () => lane(webhook), {
          concurrency: LANES,
          discard: true,
        }).pipe(
          Effect.catchCause((cause) => Effect.logWarning("A delivery will be tried again", cause)),
          Effect.ensuring(Effect.sync(() => served.delete(webhook))),
        );

      const look = Effect.gen(function* () {
        for (const webhook of yield* queue.due([...served])) {
          served.add(webhook);
          yield* Effect.forkScoped(serve(webhook));
        }
        yield* Effect.timeoutOption(queue.awaitOffer, LOOK_EVERY);
      });

      yield* forever(look, Duration.zero);
      const renewal = Effect.suspend(() => queue.renew([...underway], lease));
      yield* forever(renewal, Duration.times(lease, 0.3));
      yield* forever(queue.prune(KEEP_EVENTS), Duration.hours(1));
    }),
  );
}

/** Runs an effect again and again beside everything else, whatever becomes of it. */
function forever<E, R>(effect: Effect.Effect<void, E, R>, every: Duration.Duration) {
  return effect.pipe(
    Effect.catchCause((cause) =>
      Effect.logWarning("The database will be asked again", cause).pipe(
        Effect.andThen(Effect.sleep("250 millis")),
      ),
    ),
    Effect.repeat(Schedule.spaced(every)),
    Effect.forkScoped,
  );
}
