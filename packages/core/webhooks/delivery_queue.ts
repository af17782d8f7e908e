import { Context, type Duration, type Effect, type Option } from "effect";

import type { TraceParent } from "../telemetry/mod.ts";
import type { ClaimRequest, DeliveryId, EventId, ProjectId, WebhookId } from "../values/mod.ts";
import type { SecretsOfWebhook } from "./secret.ts";

/** An attempt that this node has claimed. No other node makes it until the lease ends. */
export interface Claim extends SecretsOfWebhook {
  /** The id of the claim. */
  readonly claim: string;
  readonly id: DeliveryId;
  readonly projectId: ProjectId;
  readonly webhookId: WebhookId;
  readonly eventId: EventId;
  readonly url: string;
  /** The text of the event; `null` if it is large and must be read separately. */
  readonly body: string | null;
  /** The number of started attempts, including this one. */
  readonly attempts: number;
  /** The number of failed attempts. */
  readonly failures: number;
  /** Whether the last attempt for this webhook failed. */
  readonly isFailing: boolean;
  /** The span that published the event. */
  readonly traceParent: TraceParent | null;
}

/** The deliveries that a node can start. */
export interface DeliveryClaimRequest extends ClaimRequest {
  /** The maximum number of deliveries to one webhook in flight on this node. */
  readonly maxPerWebhook: number;
  /** Webhooks that have reached that limit. */
  readonly busyWebhooks: ReadonlyArray<WebhookId>;
  readonly lease: Duration.Duration;
}

/** The result of an attempt, as the delivery log shows it. */
export interface AttemptRecord {
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/** The decision after an attempt. */
export type Verdict =
  | { readonly kind: "succeeded" }
  | { readonly kind: "retry"; readonly after: Duration.Duration }
  | { readonly kind: "failed" };

/** The queue of deliveries, ordered by due time for each webhook. */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /** Queues deliveries when the transaction commits; returns their ids in the same order. */
    readonly offer: (
      deliveries: ReadonlyArray<{ readonly eventId: EventId; readonly webhookId: WebhookId }>,
    ) => Effect.Effect<ReadonlyArray<DeliveryId>>;
    /** Adds a test event that only one webhook receives. */
    readonly addPing: (project: ProjectId, webhook: WebhookId) => Effect.Effect<EventId>;
    /** Ends when deliveries may be due: when some were queued since the last call ended, and at intervals. */
    readonly awaitWake: Effect.Effect<void>;
    /** Claims due deliveries for this node until the lease ends. Projects take turns. */
    readonly claim: (request: DeliveryClaimRequest) => Effect.Effect<ReadonlyArray<Claim>>;
    /** The text of an event; none if it was deleted with its deliveries. */
    readonly readBody: (event: EventId) => Effect.Effect<Option.Option<string>>;
    /** Extends the leases of running attempts. */
    readonly renew: (claims: ReadonlyArray<Claim>, lease: Duration.Duration) => Effect.Effect<void>;
    /** Stores the result of an attempt. A failure after the end of its lease is dropped. */
    readonly settle: (claim: Claim, record: AttemptRecord, verdict: Verdict) => Effect.Effect<void>;
    /** Fails a delivery that cannot be sent. It does not count against the webhook. */
    readonly fail: (claim: Claim, error: string) => Effect.Effect<void>;
  }
>()("@paraph/core/webhooks/DeliveryQueue") {}
