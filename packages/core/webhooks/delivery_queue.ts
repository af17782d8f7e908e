import { Context, type Duration, type Effect, type Option } from "effect";

import type { TraceParent } from "../telemetry/mod.ts";
import type { ClaimRequest, DeliveryId, EventId, ProjectId, WebhookId } from "../values/mod.ts";
import type { SecretsOfWebhook } from "./secret.ts";

/** An attempt that this node has begun and nobody else makes meanwhile. */
export interface Claim extends SecretsOfWebhook {
  /** Names the attempt. */
  readonly claim: string;
  readonly id: DeliveryId;
  readonly projectId: ProjectId;
  readonly webhookId: WebhookId;
  readonly eventId: EventId;
  readonly url: string;
  /** The event's text; `null` when it is large and is to be read by itself. */
  readonly body: string | null;
  /** How many attempts have begun, this one included. */
  readonly attempts: number;
  /** How many have failed. */
  readonly failures: number;
  /** Whether the last attempt at this webhook failed. */
  readonly isFailing: boolean;
  /** Where the event happened. */
  readonly traceParent: TraceParent | null;
}

/** The deliveries that a node can start. */
export interface DeliveryClaimRequest extends ClaimRequest {
  /** How many deliveries to one webhook may run on this node at once. */
  readonly maxPerWebhook: number;
  /** Webhooks with that many. */
  readonly busyWebhooks: ReadonlyArray<WebhookId>;
  readonly lease: Duration.Duration;
}

/** What an attempt came to, as the log tells it. */
export interface AttemptRecord {
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/** What follows from an attempt. */
export type Verdict =
  | { readonly kind: "succeeded" }
  | { readonly kind: "retry"; readonly after: Duration.Duration }
  | { readonly kind: "failed" };

/** The deliveries that wait, in the order in which they are due, for each webhook by itself. */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /** Queues an event for every webhook that asks for it, when the transaction commits. */
    readonly offer: (
      event: EventId,
      webhooks: ReadonlyArray<WebhookId>,
    ) => Effect.Effect<ReadonlyArray<DeliveryId>>;
    /** Records the test of a webhook as an event that only it is sent. */
    readonly addPing: (project: ProjectId, webhook: WebhookId) => Effect.Effect<EventId>;
    /** Ends when something was queued in this process since it last ended. */
    readonly awaitWake: Effect.Effect<void>;
    /** Begins attempts that are due: they are this node's until the lease ends. Projects take turns. */
    readonly claim: (request: DeliveryClaimRequest) => Effect.Effect<ReadonlyArray<Claim>>;
    /** The text of an event; none when it was deleted, and its deliveries with it. */
    readonly readBody: (event: EventId) => Effect.Effect<Option.Option<string>>;
    /** Prolongs the leases of attempts that still run. */
    readonly renew: (claims: ReadonlyArray<Claim>, lease: Duration.Duration) => Effect.Effect<void>;
    /** Writes down what an attempt came to. A failure that comes after its lease was lost is dropped. */
    readonly settle: (claim: Claim, record: AttemptRecord, verdict: Verdict) => Effect.Effect<void>;
    /** Fails a delivery that this service cannot make: its receiver is not to blame. */
    readonly fail: (claim: Claim, error: string) => Effect.Effect<void>;
  }
>()("@paraph/core/webhooks/DeliveryQueue") {}
