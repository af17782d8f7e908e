import type { WebhookId } from "@paraph/core/values";
import { type Claim, DeliveryAttempt, DeliveryQueue } from "@paraph/core/webhooks";
import { Duration, Effect, Latch, Layer, Schedule } from "effect";

import { finishing } from "../_jobs/work_off.ts";

/** How deliveries are taken up on this node. */
export interface DeliveryWorkerOptions {
  /** How long an attempt of a node that went silent is still its own. */
  readonly lease?: Duration.Duration;
}

/** So many deliveries to one receiver begin at once, while no more than that are on their way. */
const EACH = 4;

/** So many deliveries are on their way from this node at once. */
const AT_MOST = 512;

/** How soon a delivery is noticed that another process queued, or whose time has come. */
const LOOK_EVERY = Duration.millis(500);

/**
 * Delivers events until its scope closes: to each webhook by itself, so that a receiver which is
 * slow or gone keeps nobody else waiting. Attempts that have begun are finished first.
 */
export function deliveryWorker({
  lease = Duration.seconds(10),
}: DeliveryWorkerOptions = {}): Layer.Layer<never, never, DeliveryQueue | DeliveryAttempt> {
  return Layer.effectDiscard(
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue;
      const attempt = yield* DeliveryAttempt;
      const scope = yield* Effect.scope;
      const underway = new Map<Claim, WebhookId>();
      // There may be more to do as soon as one of these ends.
      const roomMade = Latch.makeUnsafe();
      const mayHaveMore = new Set<WebhookId>();

      const deliver = Effect.fnUntraced(function* (claim: Claim) {
        const { id: deliveryId, webhookId, attempts } = claim;
        const ended = Effect.sync(() => {
          underway.delete(claim);
          if (mayHaveMore.has(webhookId) || underway.size === AT_MOST - 1) roomMade.openUnsafe();
        });
        yield* finishing(attempt.run(claim)).pipe(
          Effect.catchCause((cause) => Effect.logWarning("An event will be sent again", cause)),
          Effect.ensuring(ended),
          Effect.annotateLogs({ deliveryId, webhookId, attempts }),
        );
      });

      const look = Effect.gen(function* () {
        roomMade.closeUnsafe();
        const except = busy([...underway.values()]);
        const atMost = AT_MOST - underway.size;
        const claims = atMost > 0 ? yield* queue.claim({ atMost, each: EACH, except, lease }) : [];
        for (const claim of claims) underway.set(claim, claim.webhookId);
        mayHaveMore.clear();
        for (const webhook of busy([...underway.values()])) mayHaveMore.add(webhook);
        yield* Effect.forEach(claims, (claim) => Effect.forkIn(deliver(claim), scope), {
          discard: true,
        });
        yield* Effect.race(queue.awaitOffer, roomMade.await).pipe(Effect.timeoutOption(LOOK_EVERY));
      });

      yield* forever(look, Duration.zero);
      const renewal = Effect.suspend(() => queue.renew([...underway.keys()], lease));
      yield* forever(renewal, Duration.times(lease, 0.3));
    }),
  );
}

/** The webhooks that have enough on their way. */
function busy(underway: ReadonlyArray<WebhookId>): ReadonlyArray<WebhookId> {
  const counts = new Map<WebhookId, number>();
  for (const webhook of underway) counts.set(webhook, (counts.get(webhook) ?? 0) + 1);
  return [...counts].flatMap(([webhook, count]) => (count >= EACH ? [webhook] : []));
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
