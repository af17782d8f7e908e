import { Schema } from "effect";

import { DeliveryId, EventId, PageQuery, Timestamp } from "../values/mod.ts";
import { DeliveredType } from "./outgoing_event.ts";

/** The status of a delivery. `failed` is final. */
export const DeliveryStatus = Schema.Literals(["pending", "succeeded", "failed"]);
export type DeliveryStatus = typeof DeliveryStatus.Type;

/** The maximum number of stored characters of a response. */
export const MAX_STORED_BODY = 1024;

/** The delivery of one event to one webhook, with the result of the last attempt. */
export const Delivery = Schema.Struct({
  id: DeliveryId,
  eventId: EventId,
  type: DeliveredType,
  status: DeliveryStatus,
  /** The number of started attempts. */
  attempts: Schema.Int,
  responseStatus: Schema.NullOr(Schema.Int),
  /** The beginning of the last response. */
  responseBody: Schema.NullOr(Schema.String),
  /** The reason why the last attempt has no response. */
  error: Schema.NullOr(Schema.String),
  durationMs: Schema.NullOr(Schema.Int),
  createdAt: Timestamp,
  lastAttemptAt: Schema.NullOr(Timestamp),
  nextAttemptAt: Schema.NullOr(Timestamp),
}).annotate({ identifier: "WebhookDelivery" });
export type Delivery = typeof Delivery.Type;

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
