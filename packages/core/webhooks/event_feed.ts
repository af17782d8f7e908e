import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect";

import { EventId, InvalidRequest, Limit, millisOf, type ProjectId } from "../values/mod.ts";
import { EventStore, type FeedStart } from "./event_store.ts";
import { OutgoingEvent } from "./outgoing_event.ts";

/** The retention of events and their deliveries. */
export const KEEP_EVENTS = Duration.days(30);

/** The start of a page: after an event, or at a time; by default the oldest event. */
export const EventQuery = Schema.Struct({
  limit: Schema.optionalKey(Limit),
  after: Schema.optionalKey(Schema.String),
});
export type EventQuery = typeof EventQuery.Type;

/**
 * Events in the order of the event stream, oldest first. `nextCursor` is the `after` of the next call, even
 * if no more events follow yet; null if there are no events at all.
 */
export const EventPage = Schema.Struct({
  events: Schema.Array(OutgoingEvent),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
}).annotate({ identifier: "EventPage" });
export type EventPage = typeof EventPage.Type;

const isEventId = Schema.is(EventId);

/** Reads the event stream. */
export class EventFeed extends Context.Service<
  EventFeed,
  {
    readonly read: (
      project: ProjectId,
      query: EventQuery,
    ) => Effect.Effect<EventPage, InvalidRequest>;
  }
>()("@paraph/core/webhooks/EventFeed") {
  static readonly layer = Layer.effect(
    EventFeed,
    Effect.gen(function* () {
      const store = yield* EventStore;

      const startOf = Effect.fnUntraced(function* (
        project: ProjectId,
        after: string,
      ): Effect.fn.Return<FeedStart | undefined, InvalidRequest> {
        if (!isEventId(after)) {
          const since = DateTime.make(/^\d{4}-/.test(after) ? after : "");
          return { since: DateTime.toUtc(yield* Effect.fromOption(since, () => NO_START)) };
        }
        const position = yield* store.find(project, after);
        if (Option.isSome(position)) return { after: position.value };
        // The event was pruned, so all stored events follow it.
        const now = DateTime.toEpochMillis(yield* DateTime.now);
        if (millisOf(after) < now - Duration.toMillis(KEEP_EVENTS)) return undefined;
        return yield* NO_START;
      });

      const read = Effect.fn("EventFeed.read")(function* (
        project: ProjectId,
        { after, limit = 50 }: EventQuery,
      ) {
        const start = after === undefined ? undefined : yield* startOf(project, after);
        const rows = yield* store.read(project, start, limit + 1);
        const events = rows.slice(0, limit);
        const nextCursor = events.at(-1)?.id ?? after ?? null;
        return { events, nextCursor, hasMore: rows.length > limit };
      });

      return EventFeed.of({ read });
    }),
  );
}

const NO_START = InvalidRequest.of([
  {
    path: "after",
    message: "Expected the id of an event of this project, or an ISO 8601 timestamp",
  },
]);
