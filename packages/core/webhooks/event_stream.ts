import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect";

import {
  EventId,
  InvalidRequest,
  millisOf,
  PageQuery,
  type ProjectId,
  ReadReplica,
} from "../values/mod.ts";
import { EventStore, type EventStart } from "./event_store.ts";
import { OutgoingEvent } from "./outgoing_event.ts";

/** The retention of events and their deliveries. */
export const EVENT_STREAM_RETENTION = Duration.days(30);

/** The start of a page: after an event, or at a time; by default the oldest event. */
export const EventQuery = Schema.Struct({
  limit: PageQuery.limit,
  after: Schema.optionalKey(Schema.String).annotateKey({
    description:
      "ID of the last event that you have read, or an ISO 8601 timestamp. Default: the oldest event.",
  }),
});
export type EventQuery = typeof EventQuery.Type;

/**
 * Events in the order of the event stream, oldest first. `nextCursor` is the `after` of the next call, even
 * if no more events follow yet; null if there are no events at all.
 */
export const EventPage = Schema.Struct({
  events: Schema.Array(OutgoingEvent).annotateKey({ description: "Events, oldest first." }),
  nextCursor: Schema.NullOr(Schema.String).annotateKey({
    description:
      "The `after` of the next request, even if no more events follow yet. `null` if there are no events at all.",
  }),
  hasMore: Schema.Boolean.annotateKey({ description: "Whether more events follow now." }),
}).annotate({ identifier: "EventPage", description: "A page of the event stream, oldest first." });
export type EventPage = typeof EventPage.Type;

const isEventId = Schema.is(EventId);

/** Reads the event stream. */
export class EventStream extends Context.Service<
  EventStream,
  {
    readonly read: (
      project: ProjectId,
      query: EventQuery,
    ) => Effect.Effect<EventPage, InvalidRequest>;
  }
>()("@paraph/core/webhooks/EventStream") {
  static readonly layer = Layer.effect(
    EventStream,
    Effect.gen(function* () {
      const store = yield* EventStore;
      const replica = yield* ReadReplica;

      const startOf = Effect.fnUntraced(function* (
        project: ProjectId,
        after: string,
      ): Effect.fn.Return<EventStart | undefined, InvalidRequest> {
        if (!isEventId(after)) {
          const since = DateTime.make(/^\d{4}-/.test(after) ? after : "");
          return { since: DateTime.toUtc(yield* Effect.fromOption(since, () => NO_START)) };
        }
        const position = yield* store.find(project, after);
        if (Option.isSome(position)) return { after: position.value };
        // The event was pruned, so all stored events follow it.
        const now = DateTime.toEpochMillis(yield* DateTime.now);
        if (millisOf(after) < now - Duration.toMillis(EVENT_STREAM_RETENTION)) return undefined;
        return yield* NO_START;
      });

      const load = Effect.fnUntraced(function* (
        project: ProjectId,
        after: string | undefined,
        limit: number,
      ) {
        const start = after === undefined ? undefined : yield* startOf(project, after);
        return yield* store.read(project, start, limit);
      });

      const read = Effect.fn("EventStream.read")(function* (
        project: ProjectId,
        { after, limit = 50 }: EventQuery,
      ) {
        const rows = yield* replica.read(load(project, after, limit + 1));
        const events = rows.slice(0, limit);
        const nextCursor = events.at(-1)?.id ?? after ?? null;
        return { events, nextCursor, hasMore: rows.length > limit };
      });

      return EventStream.of({ read });
    }),
  );
}

const NO_START = InvalidRequest.of([
  {
    path: "after",
    message: "Expected the id of an event of this project, or an ISO 8601 timestamp",
  },
]);
