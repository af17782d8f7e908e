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
import { describeResponses } from "../_wire/response/describe_responses.ts";
import { ExistingTemplate } from "../templates/existing_template.ts";

const params = { slug: Schema.String.annotate({ description: "Slug of the template." }) };
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
        summary: "Create or rotate an inbound webhook",
        description:
          "Creates a token and a secret for the template. If it has an inbound webhook, the previous token and secret stop working and `requireSignature` stays. A replay with the same `Idempotency-Key` returns the current inbound webhook.",
        transform: describeResponses({
          200: "The inbound webhook of an idempotent replay.",
          201: "The new inbound webhook.",
        }),
      }),
    ),
    HttpApiEndpoint.get("get", "/v1/templates/:slug/hook", {
      params,
      success: InboundWebhook,
      error: missing,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get an inbound webhook",
        description:
          "The URL and the settings of the template's inbound webhook, without its secret. Returns 404 `not_found` if the template has none.",
      }),
    ),
    HttpApiEndpoint.patch("update", "/v1/templates/:slug/hook", {
      params,
      payload: UpdateInboundWebhook,
      success: InboundWebhook,
      error: [...bodyErrors, ...missing],
    })
      .middleware(RequestShape)
      .middleware(ExistingTemplate)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change an inbound webhook",
          description:
            "Sets whether requests without a signature are rejected. Takes effect immediately.",
        }),
      ),
    HttpApiEndpoint.delete("remove", "/v1/templates/:slug/hook", {
      params,
      success: RemovedInboundWebhook,
      error: missing,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete an inbound webhook",
        description: "The URL stops working immediately. Accepted renders are not affected.",
      }),
    ),
  )
  .middleware(ProjectKey) {}

/** Renders from inbound webhooks, authenticated by a token instead of a key. */
export class InboundApi extends HttpApiGroup.make("inbound").add(
  HttpApiEndpoint.post("receive", "/v1/hooks/:token", {
    params: {
      token: Schema.String.annotate({ description: "Secret token of the inbound webhook." }),
    },
    headers: {
      ...idempotentHeaders,
      "x-service-signature": Schema.optionalKey(
        Schema.String.annotate({
          description:
            "HMAC-SHA256 of the raw body in hexadecimal, keyed with the inbound secret. Required if `requireSignature` is `true`.",
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
        summary: "Render a template by its inbound webhook",
        description:
          "Accepts the body as data and renders the current version of the template. No key is needed: the token authenticates the request, and the signature is verified if present. Data keys that the manifest lacks are ignored. Poll `pollUrl` with the project key, or subscribe to `render.*` events.",
        transform: describeResponses({
          200: "The render of an idempotent replay.",
          202: "The accepted render.",
        }),
      }),
    ),
) {}
