import { Context, type Effect, type Option } from "effect";

import type { EventId, ProjectId, Timestamp } from "../values/mod.ts";
import type { Occurrence, OutgoingEvent } from "./outgoing_event.ts";

/** The place of an event in the feed: what the store orders by. */
export interface FeedPosition {
  readonly writtenBy: string;
  readonly position: string;
}

/** Where reading begins: behind a place, or with what was recorded at a moment or later. */
export type FeedStart = { readonly after: FeedPosition } | { readonly since: Timestamp };

/** Reads events back. */
export class EventStore extends Context.Service<
  EventStore,
  {
    /** The events of a project in the order of the feed, up to `limit`; from the oldest by default. */
    readonly read: (
      project: ProjectId,
      start: FeedStart | undefined,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<OutgoingEvent>>;
    readonly find: (
      project: ProjectId,
      event: EventId,
    ) => Effect.Effect<Option.Option<FeedPosition>>;
  }
>()("@paraph/core/webhooks/EventStore") {}

/**
 * Records what happened for those who are to hear of it.
 *
 * Called within the `Transaction` of the change it reports: then the event exists exactly when the
 * change does.
 */
export class EventPublisher extends Context.Service<
  EventPublisher,
  { readonly publish: (occurrence: Occurrence) => Effect.Effect<void> }
>()("@paraph/core/webhooks/EventPublisher") {}
