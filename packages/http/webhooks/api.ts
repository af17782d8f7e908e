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
import { ExistingWebhook } from "./existing_webhook.ts";

/** All webhooks of a project. */
const WebhookList = Schema.Struct({ webhooks: Schema.Array(Webhook) }).annotate({
  identifier: "WebhookList",
});

const params = { id: Schema.String };

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
          summary: "Create a webhook (201), with the secret for verification, or replay (200)",
        }),
      ),
    HttpApiEndpoint.get("list", "/v1/webhooks", { success: WebhookList }).annotateMerge(
      OpenApi.annotations({ summary: "List webhooks, newest first" }),
    ),
    HttpApiEndpoint.get("get", "/v1/webhooks/:id", {
      params,
      success: Webhook,
      error: wire(NotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "Get a webhook" })),
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
          summary: "Change a webhook. A disabled one receives nothing, including retries",
        }),
      ),
    HttpApiEndpoint.delete("remove", "/v1/webhooks/:id", {
      params,
      success: RemovedWebhook,
      error: wire(NotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "Delete a webhook" })),
    HttpApiEndpoint.post("test", "/v1/webhooks/:id/test", {
      params,
      headers: idempotentHeaders,
      success: [Delivery.pipe(HttpApiSchema.status(202)), Delivery.pipe(HttpApiSchema.status(200))],
      error: [wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({ summary: "Send a webhook.ping (202), or replay (200)" }),
    ),
    HttpApiEndpoint.post("rotate", "/v1/webhooks/:id/rotate", {
      params,
      headers: idempotentHeaders,
      success: WebhookWithSecret,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({ summary: "Rotate the secret. The old one also signs for 24 hours" }),
    ),
    HttpApiEndpoint.get("deliveries", "/v1/webhooks/:id/deliveries", {
      params,
      query: DeliveryQuery,
      success: DeliveryPage,
      error: [wire(NotFound), wire(InvalidRequest)],
    })
      .middleware(RequestShape)
      .middleware(ExistingWebhook)
      .annotateMerge(OpenApi.annotations({ summary: "List deliveries, newest first" })),
    HttpApiEndpoint.post("replay", "/v1/webhooks/:id/deliveries/:deliveryId/replay", {
      params: { ...params, deliveryId: Schema.String },
      headers: idempotentHeaders,
      success: [Delivery.pipe(HttpApiSchema.status(202)), Delivery.pipe(HttpApiSchema.status(200))],
      error: [wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Deliver an event again with the same bytes (202), or replay (200)",
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
          summary: "List events, oldest first. Poll with the `nextCursor` as `after`",
        }),
      ),
  )
  .middleware(ProjectKey)
  .annotateMerge(
    OpenApi.annotations({
      description: "Events are POSTed to webhooks at least once. Duplicates have the same `id`.",
    }),
  ) {}
