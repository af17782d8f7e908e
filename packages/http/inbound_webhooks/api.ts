import {
  AcceptedRender,
  InboundWebhook,
  InboundData,
  InvalidSignature,
  InvalidToken,
  InboundWebhookWithSecret,
  RemovedInboundWebhook,
  UpdateInboundWebhook,
} from "@paraph/core/inbound_webhooks";
import { InvalidInputData } from "@paraph/core/manifests";
import { QueueUnavailable } from "@paraph/core/renders";
import { NoPublishedVersion, TemplateNotFound } from "@paraph/core/templates";
import { NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { PublicLimit } from "../_limits/public_limit.ts";
import { bodyErrors, MAX_DATA_VALUES } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { ExistingTemplate } from "../templates/existing_template.ts";

const params = { slug: Schema.String };
const missing = [wire(TemplateNotFound), wire(NotFound)] as const;

/** The inbound webhooks of templates. */
export class HooksApi extends HttpApiGroup.make("hooks")
  .add(
    HttpApiEndpoint.post("mint", "/v1/templates/:slug/hook", {
      params,
      headers: idempotentHeaders,
      success: [
        InboundWebhookWithSecret.pipe(HttpApiSchema.status(201)),
        InboundWebhookWithSecret.pipe(HttpApiSchema.status(200)),
      ],
      // An idempotent replay fails if its inbound webhook was deleted.
      error: missing,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create or rotate a template's inbound webhook (201), or replay (200)",
      }),
    ),
    HttpApiEndpoint.get("get", "/v1/templates/:slug/hook", {
      params,
      success: InboundWebhook,
      error: missing,
    }).annotateMerge(OpenApi.annotations({ summary: "Get a template's inbound webhook" })),
    HttpApiEndpoint.patch("update", "/v1/templates/:slug/hook", {
      params,
      payload: UpdateInboundWebhook,
      success: InboundWebhook,
      error: [...bodyErrors, ...missing],
    })
      .middleware(RequestShape)
      .middleware(ExistingTemplate)
      .annotateMerge(
        OpenApi.annotations({ summary: "Set whether unsigned requests are rejected" }),
      ),
    HttpApiEndpoint.delete("remove", "/v1/templates/:slug/hook", {
      params,
      success: RemovedInboundWebhook,
      error: missing,
    }).annotateMerge(OpenApi.annotations({ summary: "Delete a template's inbound webhook" })),
  )
  .middleware(ProjectKey)
  .annotateMerge(
    OpenApi.annotations({
      description: "Inbound webhooks: URLs at which other systems render a template.",
    }),
  ) {}

/** Renders from inbound webhooks, authenticated by a token instead of a key. */
export class InboundApi extends HttpApiGroup.make("inbound")
  .add(
    HttpApiEndpoint.post("receive", "/v1/hooks/:token", {
      params: { token: Schema.String },
      headers: {
        ...idempotentHeaders,
        "x-service-signature": Schema.optionalKey(
          Schema.String.annotate({
            description: "HMAC-SHA256 of the raw body in hex, keyed with the inbound secret",
          }),
        ),
      },
      payload: InboundData,
      success: [
        AcceptedRender.pipe(HttpApiSchema.status(202)),
        AcceptedRender.pipe(HttpApiSchema.status(200)),
      ],
      error: [
        ...bodyErrors,
        wire(InvalidToken),
        wire(InvalidSignature),
        wire(InvalidInputData),
        wire(NoPublishedVersion),
        wire(QueueUnavailable),
        // An idempotent replay fails if its render was erased.
        wire(NotFound),
      ],
    })
      .middleware(RequestShape)
      .middleware(PublicLimit)
      .annotate(PayloadOptions, { maxValues: MAX_DATA_VALUES })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Render a template with the body as data (202), or replay (200)",
        }),
      ),
  )
  .annotateMerge(OpenApi.annotations({ description: "Renders from inbound webhooks." })) {}
