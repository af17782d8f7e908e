import { Context, type Duration, type Effect, type Option } from "effect";

import type { PageRequest, ProjectId, Timestamp, WebhookId } from "../values/mod.ts";
import type { Delivery, DeliveryStatus } from "./delivery.ts";
import type { EventPattern } from "./outgoing_event.ts";
import type { SecretsOfWebhook } from "./secret.ts";
import type { Webhook } from "./webhook.ts";

/** A webhook as it is kept. */
export interface StoredWebhook extends Webhook, SecretsOfWebhook {
  readonly projectId: ProjectId;
}

/** What can change about a webhook. */
export interface WebhookChange {
  readonly url?: string;
  readonly events?: ReadonlyArray<EventPattern>;
  readonly description?: string | null;
}

/** Keeps webhooks and what was delivered to them. */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    readonly add: (webhook: StoredWebhook) => Effect.Effect<void>;
    /** How many webhooks a project has; nobody adds one until the transaction ends. */
    readonly countLocked: (project: ProjectId) => Effect.Effect<number>;
    readonly find: (
      project: ProjectId,
      id: WebhookId,
    ) => Effect.Effect<Option.Option<StoredWebhook>>;
    /** As `find`; nobody else changes the webhook until the transaction ends. */
    readonly findLocked: (
      project: ProjectId,
      id: WebhookId,
    ) => Effect.Effect<Option.Option<StoredWebhook>>;
    /** Newest first. */
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<StoredWebhook>>;
    readonly change: (id: WebhookId, change: WebhookChange) => Effect.Effect<void>;
    readonly setSecrets: (id: WebhookId, secrets: SecretsOfWebhook) => Effect.Effect<void>;
    /** Enables a webhook with a clean slate, or disables it. Either way nothing waits for it. */
    readonly setEnabled: (id: WebhookId, enabled: boolean) => Effect.Effect<void>;
    /** Disables a webhook whose receiver is gone, unless it has another address by now. */
    readonly disableGone: (id: WebhookId, url: string) => Effect.Effect<void>;
    /** Disables a webhook that has failed without a success for so long. */
    readonly disableFailing: (id: WebhookId, after: Duration.Duration) => Effect.Effect<void>;
    /** Removes a webhook with its secrets; nothing waits for it any more. */
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
