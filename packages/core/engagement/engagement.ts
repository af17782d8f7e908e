import { Context, DateTime, Effect, Layer, Option, Schema } from "effect";

import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import { RenderStore } from "../renders/mod.ts";
import {
  EngagementEventId,
  newRow,
  NotFound,
  type ProjectId,
  RenderId,
  Transaction,
  type Visitor,
  withRandom,
  ReadReplica,
} from "../values/mod.ts";
import { EventPublisher } from "../webhooks/mod.ts";
import { DEDUPE_WINDOW, dedupeKey } from "./dedupe.ts";
import {
  EngagementEvent,
  type NewEngagementEvent,
  type PartnerEvent,
  type Recorded,
} from "./engagement_event.ts";
import { EngagementStore } from "./engagement_store.ts";
import { type EngagementSummary, RECENT, summarize } from "./summary.ts";

const encode = Schema.encodeSync(EngagementEvent);
const isRenderId = Schema.is(RenderId);

/** Records and summarises the engagement with documents. */
export class Engagement extends Context.Service<
  Engagement,
  {
    /** Records an event, unless it is a duplicate. */
    readonly record: (newEvent: NewEngagementEvent) => Effect.Effect<Recorded>;
    /** Records events of locked renders that are never duplicates, in the open transaction. */
    readonly recordAll: (events: ReadonlyArray<NewEngagementEvent>) => Effect.Effect<void>;
    /** Records an event that an integrator reports, once per idempotency key. */
    readonly recordForPartner: (
      project: ProjectId,
      renderId: string,
      event: PartnerEvent,
      visitor: Visitor,
      idempotencyKey?: string,
    ) => Effect.Effect<Recorded, NotFound>;
    readonly summary: (
      project: ProjectId,
      renderId: string,
    ) => Effect.Effect<EngagementSummary, NotFound>;
  }
>()("@paraph/core/engagement/Engagement") {
  static readonly layer = Layer.effect(
    Engagement,
    Effect.gen(function* () {
      const store = yield* EngagementStore;
      const replica = yield* ReadReplica;
      const renders = yield* RenderStore;
      const publisher = yield* EventPublisher;
      const transaction = yield* Transaction;
      const runOnce = yield* idempotent;
      const row = yield* withRandom(newRow);

      const requireRender = Effect.fnUntraced(function* (projectId: ProjectId, id: string) {
        const render = isRenderId(id) ? yield* renders.find(projectId, id) : Option.none();
        return yield* Effect.fromOption(render, () => NotFound.of("render"));
      });

      const identify = (event: NewEngagementEvent) =>
        Effect.map(row, ({ id, createdAt }) => ({
          ...event,
          id: EngagementEventId.make(id),
          createdAt,
        }));

      const add = Effect.fnUntraced(function* (
        events: ReadonlyArray<Effect.Success<ReturnType<typeof identify>>>,
      ) {
        yield* store.add(events);
        yield* publisher.publish(
          ...events.map(({ traceParent, ...event }) => ({
            projectId: event.projectId,
            type: `document.${event.eventType}` as const,
            // The original metadata object: a copy would not be written verbatim.
            data: { ...encode(event), metadata: event.metadata, renderId: event.renderId },
            ...(traceParent === undefined ? {} : { traceParent }),
          })),
        );
      });

      const recordAll = Effect.fn("Engagement.recordAll")(function* (
        events: ReadonlyArray<NewEngagementEvent>,
      ) {
        yield* add(yield* Effect.forEach(events, identify));
      });

      const recordOnce = Effect.fnUntraced(function* (newEvent: NewEngagementEvent) {
        const event = yield* identify(newEvent);
        if (!(yield* renders.lock([event.renderId])).has(event.renderId)) return Option.none();
        const key = dedupeKey(newEvent);
        if (key !== undefined) {
          const { createdAt } = event;
          const since = DateTime.subtract(createdAt, { milliseconds: DEDUPE_WINDOW });
          if (!(yield* store.openWindow(key, createdAt, since))) return Option.none();
        }
        yield* add([event]);
        return Option.some(event.id);
      });

      const record = Effect.fn("Engagement.record")((newEvent: NewEngagementEvent) =>
        Effect.map(transaction.run(recordOnce(newEvent)), (eventId) => ({
          recorded: Option.isSome(eventId),
        })),
      );

      const recordForPartner = Effect.fn("Engagement.recordForPartner")(function* (
        projectId: ProjectId,
        id: string,
        event: PartnerEvent,
        visitor: Visitor,
        idempotencyKey?: string,
      ) {
        const { id: renderId } = yield* requireRender(projectId, id);
        const { eventType, metadata = null } = event;
        const eventFields = { eventType, actorKind: "partner", shareId: null, metadata } as const;
        const scope = { operation: "engagement_events.create", within: renderId } as const;
        // For a duplicate, the key refers to the render, so that a replay stores no event either.
        const { value } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) => Effect.succeed({ id }),
          prepare: Effect.void,
          make: () =>
            Effect.map(
              recordOnce({ projectId, renderId, ...eventFields, ...visitor }),
              (eventId) => ({ id: Option.getOrElse((): string => renderId)(eventId) }),
            ),
        });
        return { recorded: value.id !== renderId };
      });

      const summary = Effect.fn("Engagement.summary")(function* (projectId: ProjectId, id: string) {
        const load = Effect.gen(function* () {
          const { id: renderId } = yield* requireRender(projectId, id);
          return summarize(yield* store.tally(renderId), yield* store.recent(renderId, RECENT));
        });
        return yield* replica.read(load);
      });

      return Engagement.of({ record, recordAll, recordForPartner, summary });
    }),
  );
}
