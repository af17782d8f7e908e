import { Context, type Effect, type Option } from "effect";

import type { EventId, ProjectId, Timestamp } from "../values/mod.ts";
import type { Occurrence, OutgoingEvent } from "./outgoing_event.ts";

/** The position of an event in the event stream. */
export interface EventPosition {
  readonly writtenBy: string;
  readonly position: string;
}

/** The start of a page: after a position, or at a time. */
export type EventStart = { readonly after: EventPosition } | { readonly since: Timestamp };

/** Reads published events. */
export class EventStore extends Context.Service<
  EventStore,
  {
    /** The events of a project in the order of the event stream, at most `limit`; by default from the oldest. */
    readonly read: (
      project: ProjectId,
      start: EventStart | undefined,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<OutgoingEvent>>;
    readonly find: (
      project: ProjectId,
      event: EventId,
    ) => Effect.Effect<Option.Option<EventPosition>>;
  }
>()("@paraph/core/webhooks/EventStore") {}

/**
 * Publishes events to webhooks and to the event stream.
 *
 * Call it in the `Transaction` of the reported change, so that neither exists without the other.
 */
export class EventPublisher extends Context.Service<
  EventPublisher,
  { readonly publish: (...occurrences: ReadonlyArray<Occurrence>) => Effect.Effect<void> }
>()("@paraph/core/webhooks/EventPublisher") {}
