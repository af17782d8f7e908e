import { Schema } from "effect";

import { RenderId, Timestamp } from "../values/mod.ts";

/** An inbound webhook: a URL at which other systems render a template. */
export const InboundWebhook = Schema.Struct({
  url: Schema.String,
  requireSignature: Schema.Boolean,
  createdAt: Timestamp,
}).annotate({ identifier: "InboundHook" });
export type InboundWebhook = typeof InboundWebhook.Type;

/** A new inbound webhook with its signing secret, which is shown once. */
export const InboundWebhookWithSecret = Schema.Struct({
  token: Schema.String,
  url: Schema.String,
  secret: Schema.String,
  requireSignature: Schema.Boolean,
}).annotate({ identifier: "MintedInboundHook" });
export type InboundWebhookWithSecret = typeof InboundWebhookWithSecret.Type;

/** Changes of an inbound webhook: whether requests must have a signature. */
export const UpdateInboundWebhook = Schema.Struct({ requireSignature: Schema.Boolean }).annotate({
  identifier: "UpdateInboundHook",
});
export type UpdateInboundWebhook = typeof UpdateInboundWebhook.Type;

/** The response to a deletion. */
export const RemovedInboundWebhook = Schema.Struct({ deletedAt: Timestamp }).annotate({
  identifier: "RemovedInboundHook",
});
export type RemovedInboundWebhook = typeof RemovedInboundWebhook.Type;

/** The data of an inbound request without a wrapper, by dot-path. */
export const InboundData = Schema.Record(Schema.String, Schema.Unknown).annotate({
  identifier: "InboundData",
});

/** The response to an inbound request. */
export const AcceptedRender = Schema.Struct({
  id: RenderId,
  status: Schema.Literal("queued"),
  pollUrl: Schema.String,
}).annotate({ identifier: "AcceptedRender" });
export type AcceptedRender = typeof AcceptedRender.Type;
