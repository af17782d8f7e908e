import {
  type AttemptOptions,
  type Claim,
  DeliveryAttempt,
  DeliveryQueue,
} from "@paraph/core/webhooks";
import { type WebhookSenderOptions, webhookSenderHttp } from "@paraph/integrations/webhooks";
import { Duration, Effect, Layer } from "effect";

import { type KeyLimit, jobsAtLimit, runLeasedJobs } from "./leased_jobs.ts";

/** How this node claims deliveries. */
export interface DeliveryWorkerOptions {
  /** How long a claim lasts without renewal. */
  readonly lease?: Duration.Duration;
}

/** How many deliveries run on this node at once, and how many of one project and to one webhook. */
const CONCURRENCY = 512;
const MAX_PER_PROJECT = 384;
const WEBHOOK_LIMIT: KeyLimit<Claim> = { key: ({ webhookId }) => webhookId, atMost: 4 };

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
      yield* runLeasedJobs<Claim>({
        claim: (request, running) => {
          const busy = jobsAtLimit(running, WEBHOOK_LIMIT).map(({ webhookId }) => webhookId);
          return queue.claim({
            ...request,
            maxPerWebhook: WEBHOOK_LIMIT.atMost,
            busyWebhooks: [...new Set(busy)],
            lease,
          });
        },
        renew: queue.renew,
        awaitWake: queue.awaitWake,
        run: (claim) => {
          const { id: deliveryId, webhookId, attempts } = claim;
          return attempt.run(claim).pipe(
            Effect.catchCause((cause) => Effect.logWarning("A delivery will be retried", cause)),
            Effect.annotateLogs({ deliveryId, webhookId, attempts }),
          );
        },
        lease,
        concurrency: CONCURRENCY,
        maxPerProject: MAX_PER_PROJECT,
        limit: WEBHOOK_LIMIT,
      });
    }),
  );
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
