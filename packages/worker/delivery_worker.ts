import type { ProjectId, WebhookId } from "@paraph/core/values";
import { type Claim, DeliveryAttempt, DeliveryQueue } from "@paraph/core/webhooks";
import { Duration, Effect, Latch, Layer, Schedule } from "effect";

import { finishing } from "./work_off.ts";

/** How deliveries are taken up on this node. */
export interface DeliveryWorkerOptions {
  /** How long an attempt of a node that went silent is still its own. */
  readonly lease?: Duration.Duration;
}

/** So many deliveries to one receiver begin at once, while no more than that are on their way. */
const EACH = 4;

/** So many deliveries are on their way from this node at once. */
const AT_MOST = 512;

/** So many of them may be one project's, so that another project's begin when they come. */
const SHARE = 384;

/** How soon a delivery is noticed that another process queued, or whose time has come. */
const LOOK_EVERY = Duration.millis(500);

/**
 * Delivers events until its scope closes: to each webhook by itself, so that a receiver which is slow or
 * gone keeps no other waiting, and in turn for projects, so that many such receivers of one project do
 * not either. Attempts that have begun are finished first.
 */
export function deliveryWorker({
  lease = Duration.seconds(10),
}: DeliveryWorkerOptions = {}): Layer.Layer<never, never, DeliveryQueue | DeliveryAttempt> {
  return Layer.effectDiscard(
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue;
      const attempt = yield* DeliveryAttempt;
      const scope = yield* Effect.scope;
      const underway = new Set<Claim>();
      // There may be more to do as soon as a delivery of one of these ends.
      const roomMade = Latch.makeUnsafe();
      const mayHaveMore = new Set<ProjectId | WebhookId>();

      const deliver = Effect.fnUntraced(function* (claim: Claim) {
        const { id: deliveryId, projectId, webhookId, attempts } = claim;
        const ended = Effect.sync(() => {
          underway.delete(claim);
          const isAwaited = mayHaveMore.has(webhookId) || mayHaveMore.has(projectId);
          if (isAwaited || underway.size === AT_MOST - 1) roomMade.openUnsafe();
        });
        yield* finishing(attempt.run(claim)).pipe(
          Effect.catchCause((cause) => Effect.logWarning("An event will be sent again", cause)),
          Effect.ensuring(ended),
          Effect.annotateLogs({ deliveryId, webhookId, attempts }),
        );
      });

      const look = Effect.gen(function* () {
        roomMade.closeUnsafe();
        const atMost = AT_MOST - underway.size;
        const { held, except } = countsOf(underway);
        const wanted = { atMost, each: EACH, share: SHARE, held, except, lease };
        const claims = atMost > 0 ? yield* queue.claim(wanted) : [];
        for (const claim of claims) underway.add(claim);
        mayHaveMore.clear();
        const now = countsOf(underway);
        for (const webhook of now.except) mayHaveMore.add(webhook);
        for (const [project, count] of now.held) if (count >= SHARE) mayHaveMore.add(project);
        yield* Effect.forEach(claims, (claim) => Effect.forkIn(deliver(claim), scope), {
          discard: true,
        });
        yield* Effect.race(queue.awaitOffer, roomMade.await).pipe(Effect.timeoutOption(LOOK_EVERY));
      });

      yield* forever(look, Duration.zero);
      const renewal = Effect.suspend(() => queue.renew([...underway], lease));
      yield* forever(renewal, Duration.times(lease, 0.3));
    }),
  );
}

/** How many deliveries of each project are on their way, and the webhooks that have enough. */
function countsOf(underway: ReadonlySet<Claim>) {
  const held = new Map<ProjectId, number>();
  const counts = new Map<WebhookId, number>();
  for (const { projectId, webhookId } of underway) {
    held.set(projectId, (held.get(projectId) ?? 0) + 1);
    counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  }
  const except = [...counts].flatMap(([webhook, count]) => (count >= EACH ? [webhook] : []));
  return { held, except };
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
