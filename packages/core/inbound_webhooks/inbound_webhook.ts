import { Schema } from "effect";

import { describeEncoded, RenderId, Timestamp } from "../values/mod.ts";

const url = Schema.String.annotateKey({
  description: "URL for POST requests with the data of a render. Its last segment is a secret.",
});
const requireSignature = Schema.Boolean.annotateKey({
  description: "Whether requests without `x-service-signature` are rejected. Default: `false`.",
});

/** An inbound webhook: a URL at which other systems render a template. */
export const InboundWebhook = Schema.Struct({
  url,
  requireSignature,
  createdAt: Timestamp.pipe(
    describeEncoded("When the inbound webhook was created or last rotated."),
  ),
}).annotate({
  identifier: "InboundHook",
  description: "An inbound webhook: a URL at which other systems render a template.",
});
export type InboundWebhook = typeof InboundWebhook.Type;

/** A new inbound webhook with its signing secret, which is shown once. */
export const InboundWebhookWithSecret = Schema.Struct({
  token: Schema.String.annotateKey({
    description: "Secret token: the last segment of the URL. It identifies the template.",
  }),
  url,
  secret: Schema.String.annotateKey({
    description:
      "Secret for the HMAC-SHA256 in `x-service-signature`. Only this response shows it; store it.",
  }),
  requireSignature,
}).annotate({
  identifier: "MintedInboundHook",
  description: "A new inbound webhook, with its token and its secret.",
});
export type InboundWebhookWithSecret = typeof InboundWebhookWithSecret.Type;

/** Changes of an inbound webhook: whether requests must have a signature. */
export const UpdateInboundWebhook = Schema.Struct({
  requireSignature: Schema.Boolean.annotateKey({
    description: "Whether to reject requests without `x-service-signature`.",
  }),
}).annotate({ identifier: "UpdateInboundHook", description: "Changes of an inbound webhook." });
export type UpdateInboundWebhook = typeof UpdateInboundWebhook.Type;

/** The response to a deletion. */
export const RemovedInboundWebhook = Schema.Struct({
  deletedAt: Timestamp.pipe(describeEncoded("When the inbound webhook was deleted.")),
}).annotate({ identifier: "RemovedInboundHook", description: "A deleted inbound webhook." });
export type RemovedInboundWebhook = typeof RemovedInboundWebhook.Type;

/** The data of an inbound request without a wrapper, by dot-path. */
export const InboundData = Schema.Record(Schema.String, Schema.Unknown).annotate({
  identifier: "InboundData",
  description:
    "The data of the render, without a wrapper object. Keys are dot-paths or nested objects; loops are arrays.",
});

/** The response to an inbound request. */
export const AcceptedRender = Schema.Struct({
  id: RenderId.annotateKey({ description: "ID of the render." }),
  status: Schema.Literal("queued").annotateKey({
    description: "Always `queued`. Get the current status from `pollUrl`.",
  }),
  pollUrl: Schema.String.annotateKey({
    description: "URL of the render, for GET requests with the project key.",
  }),
}).annotate({
  identifier: "AcceptedRender",
  description: "A render that an inbound webhook accepted.",
});
export type AcceptedRender = typeof AcceptedRender.Type;
