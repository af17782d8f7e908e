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
import { OwnWebhook } from "./own_webhook.ts";

/** Every webhook of a project. */
const WebhookList = Schema.Struct({ webhooks: Schema.Array(Webhook) }).annotate({
  identifier: "WebhookList",
});

const params = { id: Schema.String };

/** Webhooks, what was delivered to them, and the feed of events. */
export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.post("create", "/v1/webhooks", {
      headers: idempotentHeaders,
      payload: CreateWebhook,
      success: [
        WebhookWithSecret.pipe(HttpApiSchema.status(201)),
        WebhookWithSecret.pipe(HttpApiSchema.status(200)),
      ],
      // The webhook of an idempotency key may be deleted at a replay.
      error: [...bodyErrors, wire(Conflict), wire(NotFound)],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary:
            "Subscribe a URL to events (201), with the secret to verify them, or replay (200)",
        }),
      ),
    HttpApiEndpoint.get("list", "/v1/webhooks", { success: WebhookList }).annotateMerge(
      OpenApi.annotations({ summary: "List webhooks, newest first" }),
    ),
    HttpApiEndpoint.get("get", "/v1/webhooks/:id", {
      params,
      success: Webhook,
      error: wire(NotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "Read a webhook" })),
    HttpApiEndpoint.patch("update", "/v1/webhooks/:id", {
      params,
      payload: UpdateWebhook,
      success: Webhook,
      error: [...bodyErrors, wire(NotFound)],
    })
      .middleware(RequestShape)
      .middleware(OwnWebhook)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a webhook; a disabled one is sent nothing more, retries included",
        }),
      ),
    HttpApiEndpoint.delete("remove", "/v1/webhooks/:id", {
      params,
      success: RemovedWebhook,
      error: wire(NotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "Remove a webhook" })),
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
      OpenApi.annotations({ summary: "Draw a new secret; the old one signs too for 24 hours" }),
    ),
    HttpApiEndpoint.get("deliveries", "/v1/webhooks/:id/deliveries", {
      params,
      query: DeliveryQuery,
      success: DeliveryPage,
      error: [wire(NotFound), wire(InvalidRequest)],
    })
      .middleware(RequestShape)
      .middleware(OwnWebhook)
      .annotateMerge(OpenApi.annotations({ summary: "List deliveries, newest first" })),
    HttpApiEndpoint.post("replay", "/v1/webhooks/:id/deliveries/:deliveryId/replay", {
      params: { ...params, deliveryId: Schema.String },
      headers: idempotentHeaders,
      success: [Delivery.pipe(HttpApiSchema.status(202)), Delivery.pipe(HttpApiSchema.status(200))],
      error: [wire(NotFound), wire(Conflict)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Deliver an event once more, with the same bytes (202), or replay (200)",
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
          summary: "Read events in order, oldest first: poll with `after` the `nextCursor`",
        }),
      ),
  )
  .middleware(ProjectKey)
  .annotateMerge(
    OpenApi.annotations({
      description: "What happens is POSTed to webhooks, at least once; the `id` tells repetitions.",
    }),
  ) {}
