import { Schema } from "effect";

import {
  EngagementEventId,
  type ProjectId,
  type RenderId,
  ShareId,
  Timestamp,
} from "../values/mod.ts";

/** The types of engagement events. */
export const EngagementType = Schema.Literals([
  "viewed",
  "downloaded",
  "printed",
  "email_opened",
  "email_sent",
  "share_created",
  "share_revoked",
]).annotate({ identifier: "EngagementType" });
export type EngagementType = typeof EngagementType.Type;

/** The actions of readers, reported by share pages and integrators. */
export const ReaderEventType = Schema.Literals(["viewed", "downloaded", "printed"]).annotate({
  identifier: "ReaderEventType",
});
export type ReaderEventType = typeof ReaderEventType.Type;

/** The actor of an event. */
export const ActorKind = Schema.Literals(["recipient", "partner", "system"]);
export type ActorKind = typeof ActorKind.Type;

/** An engagement event. */
export const EngagementEvent = Schema.Struct({
  id: EngagementEventId,
  eventType: EngagementType,
  actorKind: ActorKind,
  shareId: Schema.NullOr(ShareId),
  sourceIp: Schema.NullOr(Schema.String),
  userAgent: Schema.NullOr(Schema.String),
  metadata: Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)),
  createdAt: Timestamp,
}).annotate({ identifier: "EngagementEvent" });
export type EngagementEvent = typeof EngagementEvent.Type;

/** An engagement event to record, which may be a duplicate. */
export interface NewEngagementEvent extends Omit<EngagementEvent, "id" | "createdAt"> {
  readonly projectId: ProjectId;
  readonly renderId: RenderId;
}

/** An event that an integrator reports. */
export const PartnerEvent = Schema.Struct({
  eventType: ReaderEventType,
  metadata: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
}).annotate({ identifier: "PartnerEvent" });
export type PartnerEvent = typeof PartnerEvent.Type;

/** An event that a share page reports. */
export const ReaderEvent = Schema.Struct({ eventType: ReaderEventType }).annotate({
  identifier: "ReaderEvent",
});
export type ReaderEvent = typeof ReaderEvent.Type;

/** The response to an event: `recorded` is false for a duplicate. */
export const Recorded = Schema.Struct({ recorded: Schema.Boolean }).annotate({
  identifier: "Recorded",
});
export type Recorded = typeof Recorded.Type;
