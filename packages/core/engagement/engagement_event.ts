import { Schema } from "effect";

import {
  EngagementEventId,
  type ProjectId,
  type RenderId,
  ShareId,
  Timestamp,
} from "../values/mod.ts";

/** What can happen to a document that has been rendered. */
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

/** What a reader does: told by share pages and by partners, again and again. */
export const ReaderEventType = Schema.Literals(["viewed", "downloaded", "printed"]).annotate({
  identifier: "ReaderEventType",
});
export type ReaderEventType = typeof ReaderEventType.Type;

/** Whose doing it is. */
export const ActorKind = Schema.Literals(["recipient", "partner", "system"]);
export type ActorKind = typeof ActorKind.Type;

/** Something that happened, as it is kept and shown. */
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

/** Something that happened to a document, before it is known whether it is kept. */
export interface NewEngagementEvent extends Omit<EngagementEvent, "id" | "createdAt"> {
  readonly projectId: ProjectId;
  readonly renderId: RenderId;
}

/** What a partner tells of its own readers. */
export const PartnerEvent = Schema.Struct({
  eventType: ReaderEventType,
  metadata: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
}).annotate({ identifier: "PartnerEvent" });
export type PartnerEvent = typeof PartnerEvent.Type;

/** What a share page tells of its reader. */
export const ReaderEvent = Schema.Struct({ eventType: ReaderEventType }).annotate({
  identifier: "ReaderEvent",
});
export type ReaderEvent = typeof ReaderEvent.Type;

/** Whether an event was kept, or was the repetition of one that is. */
export const Recorded = Schema.Struct({ recorded: Schema.Boolean }).annotate({
  identifier: "Recorded",
});
export type Recorded = typeof Recorded.Type;
