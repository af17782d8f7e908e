import { Schema } from "effect";

import type { TraceParent } from "../telemetry/mod.ts";
import {
  describeEncoded,
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
]).annotate({ identifier: "EngagementType", description: "The type of an engagement event." });
export type EngagementType = typeof EngagementType.Type;

/** The actions of readers, reported by share pages and integrators. */
export const ReaderEventType = Schema.Literals(["viewed", "downloaded", "printed"]).annotate({
  identifier: "ReaderEventType",
  description: "An action of a viewer.",
});
export type ReaderEventType = typeof ReaderEventType.Type;

/** The actor of an event. */
export const ActorKind = Schema.Literals(["recipient", "partner", "system"]);
export type ActorKind = typeof ActorKind.Type;

/** An engagement event. */
export const EngagementEvent = Schema.Struct({
  id: EngagementEventId.annotateKey({ description: "The ID of the event." }),
  eventType: EngagementType.annotateKey({ description: "The type of the event." }),
  actorKind: ActorKind.annotateKey({
    description: "`recipient` (a viewer), `partner` (your app) or `system` (Paraph).",
  }),
  shareId: Schema.NullOr(ShareId).annotateKey({
    description: "The ID of the share. `null` for events that your app reported.",
  }),
  sourceIp: Schema.NullOr(Schema.String).annotateKey({
    description: "The IP address of the client. `null` if it is not known.",
  }),
  userAgent: Schema.NullOr(Schema.String).annotateKey({
    description: "The `User-Agent` of the client. `null` if it is not known.",
  }),
  metadata: Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)).annotateKey({
    description: "The metadata that your app sent, unchanged. `null` for other events.",
  }),
  createdAt: Timestamp.pipe(describeEncoded("When the event was recorded.")),
}).annotate({
  identifier: "EngagementEvent",
  description: "An engagement event: what happened to a document, and through which share.",
});
export type EngagementEvent = typeof EngagementEvent.Type;

/** An engagement event to record, which may be a duplicate. */
export interface NewEngagementEvent extends Omit<EngagementEvent, "id" | "createdAt"> {
  readonly projectId: ProjectId;
  readonly renderId: RenderId;
  /** The span that caused it; the current one by default. */
  readonly traceParent?: TraceParent | null;
}

const readerEvent = {
  eventType: ReaderEventType.annotateKey({ description: "What the viewer did." }),
};

/** An event that an integrator reports. */
export const PartnerEvent = Schema.Struct({
  ...readerEvent,
  metadata: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)).annotateKey({
    description: "Any JSON object. It is stored unchanged.",
  }),
}).annotate({ identifier: "PartnerEvent", description: "An engagement event of your app." });
export type PartnerEvent = typeof PartnerEvent.Type;

/** An event that a share page reports. */
export const ReaderEvent = Schema.Struct(readerEvent).annotate({
  identifier: "ReaderEvent",
  description: "An engagement event of a share page.",
});
export type ReaderEvent = typeof ReaderEvent.Type;

/** The response to an event: `recorded` is false for a duplicate. */
export const Recorded = Schema.Struct({
  recorded: Schema.Boolean.annotateKey({
    description: "Whether the event was stored. `false` for a duplicate within 5 minutes.",
  }),
}).annotate({ identifier: "Recorded", description: "Whether an event was stored." });
export type Recorded = typeof Recorded.Type;
