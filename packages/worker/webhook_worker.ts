import type { AttemptOptions } from "@paraph/core/webhooks";
import { DeliveryAttempt } from "@paraph/core/webhooks";
import { webhookSenderHttp, type WebhookSenderOptions } from "@paraph/integrations/webhooks";
import { Layer } from "effect";

import { deliveryWorker, type DeliveryWorkerOptions } from "./delivery_worker.ts";

/** Everything that can be said about how events reach webhooks. */
export interface WebhookWorkerOptions
  extends WebhookSenderOptions, AttemptOptions, DeliveryWorkerOptions {}

/** Delivers events to webhooks over HTTP until its scope closes. */
export const webhookWorker = (options: WebhookWorkerOptions) =>
  deliveryWorker(options).pipe(
    Layer.provide(DeliveryAttempt.layer(options)),
    Layer.provide(webhookSenderHttp(options)),
  );
