import type { ProjectId, WebhookId } from "@paraph/core/values";
import {
  type AttemptOptions,
  type Claim,
  DeliveryAttempt,
  DeliveryQueue,
} from "@paraph/core/webhooks";
import { type WebhookSenderOptions, webhookSenderHttp } from "@paraph/integrations/webhooks";
import { Duration, Effect, Latch, Layer } from "effect";

import { finishBeforeInterrupt, repeatForever } from "./run_workers.ts";

/** How this node claims deliveries. */
export interface DeliveryWorkerOptions {
  /** How long a claim lasts without renewal. */
  readonly lease?: Duration.Duration;
}

/** How many deliveries to one webhook run at once. */
const MAX_PER_WEBHOOK = 4;

/** How many deliveries run on this node at once. */
const MAX_RUNNING = 512;

/** How many deliveries of one project run at once, so that other projects' start at once. */
const MAX_PER_PROJECT = 384;

/** Detects due deliveries, and deliveries that other processes queued. */
const POLL_INTERVAL = Duration.millis(500);

/**
 * Delivers events until its scope closes. Limits for each webhook and each project keep slow receivers from
 * delaying others. Running attempts end first.
 */
export function deliveryWorker({
  lease = Duration.seconds(10),
}: DeliveryWorkerOptions = {}): Layer.Layer<never, never, DeliveryQueue | DeliveryAttempt> {
  return Layer.effectDiscard(
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue;
      const attempt = yield* DeliveryAttempt;
      const scope = yield* Effect.scope;
      const running = new Set<Claim>();
      // These projects and webhooks may have more work as soon as one of their deliveries ends.
      const slotFreed = Latch.makeUnsafe();
      const mayHaveMore = new Set<ProjectId | WebhookId>();

      const deliver = Effect.fnUntraced(function* (claim: Claim) {
        const { id: deliveryId, projectId, webhookId, attempts } = claim;
        const ended = Effect.sync(() => {
          running.delete(claim);
          const isAwaited = mayHaveMore.has(webhookId) || mayHaveMore.has(projectId);
          if (isAwaited || running.size === MAX_RUNNING - 1) slotFreed.openUnsafe();
        });
        yield* finishBeforeInterrupt(attempt.run(claim)).pipe(
          Effect.catchCause((cause) => Effect.logWarning("A delivery will be retried", cause)),
          Effect.ensuring(ended),
          Effect.annotateLogs({ deliveryId, webhookId, attempts }),
        );
      });

      const claimAndDeliver = Effect.gen(function* () {
        slotFreed.closeUnsafe();
        const free = MAX_RUNNING - running.size;
        const { held, except } = countsOf(running);
        const request = {
          atMost: free,
          each: MAX_PER_WEBHOOK,
          share: MAX_PER_PROJECT,
          held,
          except,
          lease,
        };
        const claims = free > 0 ? yield* queue.claim(request) : [];
        for (const claim of claims) running.add(claim);
        mayHaveMore.clear();
        const now = countsOf(running);
        for (const webhook of now.except) mayHaveMore.add(webhook);
        for (const [project, count] of now.held)
          if (count >= MAX_PER_PROJECT) mayHaveMore.add(project);
        yield* Effect.forEach(claims, (claim) => Effect.forkIn(deliver(claim), scope), {
          discard: true,
        });
        yield* Effect.race(queue.awaitOffer, slotFreed.await).pipe(
          Effect.timeoutOption(POLL_INTERVAL),
        );
      });

      const failed = "The database will be queried again";
      yield* repeatForever(claimAndDeliver, { every: Duration.zero, failed });
      const renewal = Effect.suspend(() => queue.renew([...running], lease));
      yield* repeatForever(renewal, { every: Duration.times(lease, 0.3), failed });
    }),
  );
}

/** Running deliveries by project, and the webhooks at their limit. */
function countsOf(running: ReadonlySet<Claim>) {
  const held = new Map<ProjectId, number>();
  const counts = new Map<WebhookId, number>();
  for (const { projectId, webhookId } of running) {
    held.set(projectId, (held.get(projectId) ?? 0) + 1);
    counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  }
  const except = [...counts].flatMap(([webhook, count]) =>
    count >= MAX_PER_WEBHOOK ? [webhook] : [],
  );
  return { held, except };
}

/** Options of deliveries to webhooks. */
export interface WebhookWorkerOptions
  extends WebhookSenderOptions, AttemptOptions, DeliveryWorkerOptions {}

/** Delivers events to webhooks over HTTP until its scope closes. */
export const webhookWorker = (options: WebhookWorkerOptions) =>
  deliveryWorker(options).pipe(
    Layer.provide(DeliveryAttempt.layer(options)),
    Layer.provide(webhookSenderHttp(options)),
  );
