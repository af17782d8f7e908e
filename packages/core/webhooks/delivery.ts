import { Schema } from "effect";

import { DeliveryId, EventId, PageQuery, Timestamp } from "../values/mod.ts";
import { DeliveredType } from "./outgoing_event.ts";

/** How a delivery stands: it waits for an attempt, was taken, or has failed for good. */
export const DeliveryStatus = Schema.Literals(["pending", "succeeded", "failed"]);
export type DeliveryStatus = typeof DeliveryStatus.Type;

/** So many characters of an answer are kept. */
export const MAX_KEPT_BODY = 1024;

/** One event on its way to one webhook, and what the last attempt came to. */
export const Delivery = Schema.Struct({
  id: DeliveryId,
  eventId: EventId,
  type: DeliveredType,
  status: DeliveryStatus,
  /** How many attempts have begun. */
  attempts: Schema.Int,
  responseStatus: Schema.NullOr(Schema.Int),
  /** The beginning of the answer. */
  responseBody: Schema.NullOr(Schema.String),
  /** Why the last attempt did not count, when no answer says so. */
  error: Schema.NullOr(Schema.String),
  durationMs: Schema.NullOr(Schema.Int),
  createdAt: Timestamp,
  lastAttemptAt: Schema.NullOr(Timestamp),
  nextAttemptAt: Schema.NullOr(Timestamp),
}).annotate({ identifier: "WebhookDelivery" });
export type Delivery = typeof Delivery.Type;

/** Which deliveries to list. */
export const DeliveryQuery = Schema.Struct({
  ...PageQuery,
  status: Schema.optionalKey(DeliveryStatus),
});
export type DeliveryQuery = typeof DeliveryQuery.Type;

/** A page of deliveries, newest first. */
export const DeliveryPage = Schema.Struct({
  deliveries: Schema.Array(Delivery),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
}).annotate({ identifier: "WebhookDeliveryPage" });
export type DeliveryPage = typeof DeliveryPage.Type;
