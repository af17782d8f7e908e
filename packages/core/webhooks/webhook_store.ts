import { Context, type Duration, type Effect, type Option } from "effect";

import type { PageRequest, ProjectId, Timestamp, WebhookId } from "../values/mod.ts";
import type { Delivery, DeliveryStatus } from "./delivery.ts";
import type { EventPattern } from "./outgoing_event.ts";
import type { SecretsOfWebhook } from "./secret.ts";
import type { Webhook } from "./webhook.ts";

export interface StoredWebhook extends Webhook, SecretsOfWebhook {
  readonly projectId: ProjectId;
}

export interface WebhookChange {
  readonly url?: string;
  readonly events?: ReadonlyArray<EventPattern>;
  readonly description?: string | null;
}

/** Stores webhooks, and reads their deliveries. */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    readonly add: (webhook: StoredWebhook) => Effect.Effect<void>;
    /** The number of a project's webhooks. Locks out additions until the transaction ends. */
    readonly countLocked: (project: ProjectId) => Effect.Effect<number>;
    readonly find: (
      project: ProjectId,
      id: WebhookId,
    ) => Effect.Effect<Option.Option<StoredWebhook>>;
    /** Like `find`; locks the webhook until the transaction ends. */
    readonly findLocked: (
      project: ProjectId,
      id: WebhookId,
    ) => Effect.Effect<Option.Option<StoredWebhook>>;
    /** Newest first. */
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<StoredWebhook>>;
    readonly change: (id: WebhookId, change: WebhookChange) => Effect.Effect<void>;
    readonly setSecrets: (id: WebhookId, secrets: SecretsOfWebhook) => Effect.Effect<void>;
    /** Enables a webhook and resets its failures, or disables it. Ends its pending deliveries in both cases. */
    readonly setEnabled: (id: WebhookId, enabled: boolean) => Effect.Effect<void>;
    /** Disables a webhook whose receiver is gone, unless its URL has changed. */
    readonly disableGone: (id: WebhookId, url: string) => Effect.Effect<void>;
    /** Disables a webhook that has failed for this long without a success. */
    readonly disableFailing: (id: WebhookId, after: Duration.Duration) => Effect.Effect<void>;
    /** Removes a webhook with its secrets, and ends its pending deliveries. */
    readonly remove: (id: WebhookId, at: Timestamp) => Effect.Effect<void>;
    /** Newest first; up to `limit + 1` rows. */
    readonly listDeliveries: (
      id: WebhookId,
      filter: { readonly status?: DeliveryStatus },
      page: PageRequest,
    ) => Effect.Effect<ReadonlyArray<Delivery>>;
    readonly findDelivery: (
      id: WebhookId,
      delivery: string,
    ) => Effect.Effect<Option.Option<Delivery>>;
  }
>()("@paraph/core/webhooks/WebhookStore") {}
