import { Context, Effect, Layer, Option, Predicate, Schema } from "effect";

import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import { type RenderRef, RenderStore } from "../renders/mod.ts";
import { currentTraceParent } from "../telemetry/mod.ts";
import {
  batched,
  EngagementEventId,
  newRow,
  NotFound,
  type ProjectId,
  RenderId,
  type Timestamp,
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
/** Events that are recorded together share a transaction. */
const RECORDING = { concurrency: 2, atMost: 32 };

/** An event to record, with its id and time. */
interface IdentifiedEvent extends NewEngagementEvent {
  readonly id: EngagementEventId;
  readonly createdAt: Timestamp;
}

const isRenderId = Schema.is(RenderId);

/** Records and summarises the engagement with documents. */
export class Engagement extends Context.Service<
  Engagement,
  {
    /** Records an event, unless it is a duplicate. */
    readonly record: (newEvent: NewEngagementEvent) => Effect.Effect<Recorded>;
    /** Like `record`, outside of the open transaction, and together with concurrent visits. */
    readonly recordVisit: (newEvent: NewEngagementEvent) => Effect.Effect<Recorded>;
    /** Records events of locked renders that are never duplicates, in the open transaction. */
    readonly recordAll: (events: ReadonlyArray<NewEngagementEvent>) => Effect.Effect<void>;
    /** Records an event of a project's render that an integrator reports, once per idempotency key. */
    readonly recordForPartner: (
      project: ProjectId,
      render: RenderRef,
      event: PartnerEvent,
      visitor: Visitor,
      idempotencyKey?: string,
    ) => Effect.Effect<Recorded, NotFound>;
    /** The events of a share of a render, newest first; up to `limit + 1` rows. */
    readonly ofShare: EngagementStore["Service"]["ofShare"];
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
      const publisher = yield* EventPublisher;
      const renders = yield* RenderStore;
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

      const publish = (events: ReadonlyArray<IdentifiedEvent>) =>
        publisher.publish(
          ...events.map(({ traceParent, ...event }) => ({
            projectId: event.projectId,
            type: `document.${event.eventType}` as const,
            // The original metadata object: a copy would not be written verbatim.
            data: { ...encode(event), metadata: event.metadata, renderId: event.renderId },
            ...(traceParent === undefined ? {} : { traceParent }),
          })),
        );

      const recordAll = Effect.fn("Engagement.recordAll")(function* (
        newEvents: ReadonlyArray<NewEngagementEvent>,
      ) {
        const events = yield* Effect.forEach(newEvents, identify);
        yield* store.add(events);
        yield* publish(events);
      });

      /** Records events that are no duplicates, in the open transaction; whether each was recorded. */
      const recordNew = Effect.fnUntraced(function* (events: ReadonlyArray<IdentifiedEvent>) {
        const keyedEvents = events.map((event) => ({ ...event, dedupeKey: dedupeKey(event) }));
        const seen = new Set<string>();
        const candidates = keyedEvents.filter(({ dedupeKey: key }) => {
          if (key === null) return true;
          const isFirst = !seen.has(key);
          seen.add(key);
          return isFirst;
        });
        const added = yield* store.addNew(candidates, DEDUPE_WINDOW);
        yield* publish(events.filter(({ id }) => added.has(id)));
        return events.map(({ id }) => added.has(id));
      });

      const recordOne = (event: IdentifiedEvent) =>
        Effect.map(recordNew([event]), ([recorded = false]) => recorded);

      const record = Effect.fn("Engagement.record")(function* (newEvent: NewEngagementEvent) {
        return { recorded: yield* transaction.run(recordOne(yield* identify(newEvent))) };
      });

      const recordTogether = yield* batched(
        (events: ReadonlyArray<IdentifiedEvent>) => transaction.run(recordNew(events)),
        RECORDING,
      );

      const recordVisit = Effect.fn("Engagement.recordVisit")(function* (
        newEvent: NewEngagementEvent,
      ) {
        const traceParent = yield* currentTraceParent;
        const event = yield* identify({ ...newEvent, traceParent });
        return { recorded: yield* recordTogether(event) };
      });

      const recordForPartner = Effect.fn("Engagement.recordForPartner")(function* (
        projectId: ProjectId,
        ref: RenderRef,
        event: PartnerEvent,
        visitor: Visitor,
        idempotencyKey?: string,
      ) {
        const { id: renderId } = Predicate.isString(ref)
          ? yield* requireRender(projectId, ref)
          : ref;
        const { eventType, metadata = null } = event;
        const eventFields = { eventType, actorKind: "partner", shareId: null, metadata } as const;
        const newEvent = { projectId, renderId, ...eventFields, ...visitor };
        if (idempotencyKey === undefined) return yield* recordVisit(newEvent);
        const scope = { operation: "engagement_events.create", within: renderId } as const;
        // For a duplicate, the key refers to the render, so that a replay stores no event either.
        const { value } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) => Effect.succeed({ id }),
          prepare: identify(newEvent),
          make: (identifiedEvent): Effect.Effect<{ readonly id: string }> =>
            Effect.map(recordOne(identifiedEvent), (recorded) => ({
              id: recorded ? identifiedEvent.id : renderId,
            })),
        });
        return { recorded: value.id !== renderId };
      });

      const loadSummary = Effect.fnUntraced(function* (projectId: ProjectId, id: string) {
        const tally = isRenderId(id) ? yield* store.tally(projectId, id) : Option.none();
        const counts = yield* Effect.fromOption(tally, () => NotFound.of("render"));
        return summarize(counts, yield* store.recent(RenderId.make(id), RECENT));
      });

      const summary = Effect.fn("Engagement.summary")((projectId: ProjectId, id: string) =>
        replica.read(loadSummary(projectId, id)),
      );

      return Engagement.of({
        record,
        recordVisit,
        recordAll,
        recordForPartner,
        ofShare: store.ofShare,
        summary,
      });
    }),
  );
}
