import { Schema } from "effect";

import { RenderId, Timestamp } from "../values/mod.ts";

/** The address at which other systems render a template. */
export const Hook = Schema.Struct({
  url: Schema.String,
  requireSignature: Schema.Boolean,
  createdAt: Timestamp,
}).annotate({ identifier: "InboundHook" });
export type Hook = typeof Hook.Type;

/** An address as it is minted: with the secret that signs requests, shown once. */
export const MintedHook = Schema.Struct({
  token: Schema.String,
  url: Schema.String,
  secret: Schema.String,
  requireSignature: Schema.Boolean,
}).annotate({ identifier: "MintedInboundHook" });
export type MintedHook = typeof MintedHook.Type;

/** Whether requests without a signature are refused. */
export const UpdateHook = Schema.Struct({ requireSignature: Schema.Boolean }).annotate({
  identifier: "UpdateInboundHook",
});
export type UpdateHook = typeof UpdateHook.Type;

/** An address that leads nowhere any more. */
export const RemovedHook = Schema.Struct({ deletedAt: Timestamp }).annotate({
  identifier: "RemovedInboundHook",
});
export type RemovedHook = typeof RemovedHook.Type;

/** The data of an inbound request, with no wrapper: what the template wants to know, by dot-path. */
export const HookData = Schema.Record(Schema.String, Schema.Unknown).annotate({
  identifier: "InboundData",
});

/** A render that was accepted from another system. */
export const AcceptedRender = Schema.Struct({
  id: RenderId,
  status: Schema.Literal("queued"),
  pollUrl: Schema.String,
}).annotate({ identifier: "AcceptedRender" });
export type AcceptedRender = typeof AcceptedRender.Type;
