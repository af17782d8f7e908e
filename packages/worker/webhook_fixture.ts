import { type ProjectId, Transaction, type WebhookId } from "@paraph/core/values";
import { type Delivery, EventPublisher, type EventType, Webhooks } from "@paraph/core/webhooks";
import { migratedStores } from "@paraph/database/testing";
import { Duration, Effect, Layer, Schedule } from "effect";
import { Mac, SecureRandom } from "effect/crypto";

import { webhookWorker } from "./webhook_worker.ts";

/** Webhooks on a database, with the services that verify signatures. */
export const services = Layer.mergeAll(
  Webhooks.layer({ allowPrivateNetwork: true }),
  Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto)),
).pipe(Layer.provideMerge(migratedStores));

/** A worker with short delays. */
export const worker = webhookWorker({
  allowPrivateNetwork: true,
  timeout: "1 second",
  lease: Duration.seconds(2),
  delays: [Duration.millis(100), Duration.millis(100)],
});

/** Publishes an event of a project. */
export const publish = Effect.fnUntraced(function* (
  projectId: ProjectId,
  type: EventType = "render.succeeded",
) {
  const { publish } = yield* EventPublisher;
  yield* (yield* Transaction).run(publish({ projectId, type, data: { id: "größe" } }));
});

/** The deliveries of a webhook, newest first. */
export const log = Effect.fnUntraced(function* (project: ProjectId, webhook: WebhookId) {
  return (yield* (yield* Webhooks).deliveries(project, webhook, {})).deliveries;
});

/** Waits until at least `count` deliveries of a webhook have ended. */
export const awaitDeliveries = (project: ProjectId, webhook: WebhookId, count = 1) =>
  log(project, webhook).pipe(
    Effect.repeat({
      until: (deliveries: ReadonlyArray<Delivery>) =>
        deliveries.filter(({ status }) => status !== "pending").length >= count,
      schedule: Schedule.spaced("20 millis"),
    }),
    Effect.timeout("2 minutes"),
  );

/** Waits until a condition holds. */
export const until = (holds: () => boolean) =>
  Effect.sync(holds).pipe(
    Effect.repeat({ until: (is: boolean) => is, schedule: Schedule.spaced("10 millis") }),
    Effect.timeout("2 minutes"),
  );
