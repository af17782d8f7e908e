import { Conflict, InvalidRequest, NotFound } from "@paraph/core/values";
import {
  CreateWebhook,
  Delivery,
  DeliveryPage,
  DeliveryQuery,
  EventPage,
  EventQuery,
  RemovedWebhook,
  UpdateWebhook,
  Webhook,
  WebhookWithSecret,
} from "@paraph/core/webhooks";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";
import { ExistingWebhook } from "./existing_webhook.ts";

/** All webhooks of a project. */
const WebhookList = Schema.Struct({
  webhooks: Schema.Array(Webhook).annotateKey({ description: "Webhooks, newest first." }),
}).annotate({ identifier: "WebhookList", description: "All webhooks of a project." });

const params = { id: Schema.String.annotate({ description: "ID of the webhook." }) };

/** Webhooks, their deliveries, and the event stream. */
export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.post("create", "/v1/webhooks", {
      headers: idempotentHeaders,
      payload: CreateWebhook,
      success: [
        WebhookWithSecret.pipe(HttpApiSchema.status(201)),
        WebhookWithSecret.pipe(HttpApiSchema.status(200)),
      ],
      // An idempotent replay fails if its webhook was deleted.
      error: [...bodyErrors, wire(Conflict), wire(NotFound)],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a webhook",
          description:
            "Subscribes a URL to events. A project has at most 20 webhooks; more are 409. Only the responses of creation and rotation show the secret. A replay with the same `Idempotency-Key` returns the webhook with its secret.",
          transform: describeResponses({
            200: "The webhook of an idempotent replay, with its secret.",
            201: "The new webhook, with its secret.",
          }),
        }),
      ),
    HttpApiEndpoint.get("list", "/v1/webhooks", { success: WebhookList }).annotateMerge(
      OpenApi.annotations({
        summary: "List webhooks",
        description: "All webhooks of the project, newest first, without their secrets.",
      }),
    ),
    HttpApiEndpoint.get("get", "/v1/webhooks/:id", {
      params,
      success: Webhook,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a webhook",
        description: "One webhook, without its secret.",
      }),
    ),
    HttpApiEndpoint.patch("update", "/v1/webhooks/:id", {
      params,
      payload: UpdateWebhook,
      success: Webhook,
      error: [...bodyErrors, wire(NotFound)],
    })
      .middleware(RequestShape)
      .middleware(ExistingWebhook)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a webhook",
          description:
            "Changes the fields that you send. A disabled webhook receives nothing, and its pending deliveries end. Read missed events from `GET /v1/events`.",
          transform: describeResponses({ 200: "The changed webhook." }),
        }),
      ),
    HttpApiEndpoint.delete("remove", "/v1/webhooks/:id", {
      params,
      success: RemovedWebhook,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a webhook",
        description: "Deletes the webhook and its secrets, and ends its pending deliveries.",
      }),
    ),
    HttpApiEndpoint.post("test", "/v1/webhooks/:id/test", {
      params,
      headers: idempotentHeaders,
      success: [Delivery.pipe(HttpApiSchema.status(202)), Delivery.pipe(HttpApiSchema.status(200))],
      error: [wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Send a test event",
        description:
          "Queues a `webhook.ping` event for this webhook, even if it does not subscribe to that type. Returns 409 if the webhook is disabled. A replay with the same `Idempotency-Key` sends nothing.",
        transform: describeResponses({
          200: "The delivery of an idempotent replay.",
          202: "The queued delivery.",
        }),
      }),
    ),
    HttpApiEndpoint.post("rotate", "/v1/webhooks/:id/rotate", {
      params,
      headers: idempotentHeaders,
      success: WebhookWithSecret,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Rotate the secret of a webhook",
        description:
          "Creates a new secret. The previous one also signs deliveries for 24 hours, so that you can change your receiver in between. A replay with the same `Idempotency-Key` does not rotate again.",
        transform: describeResponses({ 200: "The webhook with its current secret." }),
      }),
    ),
    HttpApiEndpoint.get("deliveries", "/v1/webhooks/:id/deliveries", {
      params,
      query: DeliveryQuery,
      success: DeliveryPage,
      error: [wire(NotFound), wire(InvalidRequest)],
    })
      .middleware(RequestShape)
      .middleware(ExistingWebhook)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List deliveries of a webhook",
          description:
            "Deliveries of the last 30 days, newest first, with the result of the last attempt. Follow `nextCursor` for the next page.",
        }),
      ),
    HttpApiEndpoint.post("replay", "/v1/webhooks/:id/deliveries/:deliveryId/replay", {
      params: {
        ...params,
        deliveryId: Schema.String.annotate({ description: "ID of the delivery." }),
      },
      headers: idempotentHeaders,
      success: [Delivery.pipe(HttpApiSchema.status(202)), Delivery.pipe(HttpApiSchema.status(200))],
      error: [wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Replay a delivery",
        description:
          "Queues a new delivery of the same event with the same bytes. Returns 409 if the webhook is disabled. A replay with the same `Idempotency-Key` queues nothing.",
        transform: describeResponses({
          200: "The delivery of an idempotent replay.",
          202: "The queued delivery.",
        }),
      }),
    ),
    HttpApiEndpoint.get("events", "/v1/events", {
      query: EventQuery,
      success: EventPage,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List events",
          description:
            "Events of the last 30 days in a fixed order, oldest first. To poll, send the last `nextCursor` as `after`.",
        }),
      ),
  )
  .middleware(ProjectKey) {}
