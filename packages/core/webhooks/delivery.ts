import { Schema } from "effect";

import {
  describeEncoded,
  DeliveryId,
  EventId,
  PageEnd,
  PageQuery,
  Timestamp,
} from "../values/mod.ts";
import { DeliveredType } from "./outgoing_event.ts";

/** The status of a delivery. `failed` is final. */
export const DeliveryStatus = Schema.Literals(["pending", "succeeded", "failed"]);
export type DeliveryStatus = typeof DeliveryStatus.Type;

/** The maximum number of stored characters of a response. */
export const MAX_STORED_BODY = 1024;

/** The delivery of one event to one webhook, with the result of the last attempt. */
export const Delivery = Schema.Struct({
  id: DeliveryId.annotateKey({ description: "ID of the delivery." }),
  eventId: EventId.annotateKey({ description: "ID of the event." }),
  type: DeliveredType.annotateKey({
    description: "Event type. `webhook.ping` is the event of a test.",
  }),
  status: DeliveryStatus.annotateKey({
    description: "`pending` until a 2xx response (`succeeded`) or the last attempt (`failed`).",
  }),
  attempts: Schema.Int.annotateKey({ description: "Number of started attempts." }),
  responseStatus: Schema.NullOr(Schema.Int).annotateKey({
    description: "HTTP status of the last response. `null` if the last attempt had none.",
  }),
  responseBody: Schema.NullOr(Schema.String).annotateKey({
    description: "First 1,024 characters of the last response body. `null` without a response.",
  }),
  error: Schema.NullOr(Schema.String).annotateKey({
    description: "Reason why the last attempt had no response. Otherwise `null`.",
  }),
  durationMs: Schema.NullOr(Schema.Int).annotateKey({
    description: "Duration of the last attempt in milliseconds. `null` before the first attempt.",
  }),
  createdAt: Timestamp.pipe(describeEncoded("When the delivery was created.")),
  lastAttemptAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the last attempt started. `null` before the first attempt.",
  }),
  nextAttemptAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the next attempt is due. `null` unless the delivery is `pending`.",
  }),
}).annotate({
  identifier: "WebhookDelivery",
  description: "The delivery of one event to one webhook, with the result of the last attempt.",
});
export type Delivery = typeof Delivery.Type;

export const DeliveryQuery = Schema.Struct({
  ...PageQuery,
  status: Schema.optionalKey(DeliveryStatus).annotateKey({
    description: "Returns only deliveries with this status.",
  }),
});
export type DeliveryQuery = typeof DeliveryQuery.Type;

/** A page of deliveries, newest first. */
export const DeliveryPage = Schema.Struct({
  deliveries: Schema.Array(Delivery).annotateKey({ description: "Deliveries, newest first." }),
  ...PageEnd,
}).annotate({
  identifier: "WebhookDeliveryPage",
  description: "A page of deliveries, newest first.",
});
export type DeliveryPage = typeof DeliveryPage.Type;
