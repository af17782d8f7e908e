import { Context, type Duration, type Effect, type Option } from "effect";

import type {
  EngagementEventId,
  PageRequest,
  ProjectId,
  RenderId,
  ShareId,
} from "../values/mod.ts";
import type { EngagementEvent } from "./engagement_event.ts";
import type { Tally } from "./summary.ts";

/** An engagement event of a render. */
export interface RenderEngagementEvent extends EngagementEvent {
  readonly renderId: RenderId;
}

/** An event and the key that its duplicates share; null for one that is always stored. */
export interface DedupedEvent extends RenderEngagementEvent {
  readonly dedupeKey: string | null;
}

/** Stores engagement events. */
export class EngagementStore extends Context.Service<
  EngagementStore,
  {
    readonly add: (events: ReadonlyArray<RenderEngagementEvent>) => Effect.Effect<void>;
    /**
     * Adds the events that are no duplicates and whose renders exist, and locks these renders. Returns the ids of
     * the added events. Of several concurrent calls with the same key, exactly one adds its event. The keys of
     * a call differ.
     *
     * @param window How long an event makes later ones with its key duplicates.
     */
    readonly addNew: (
      events: ReadonlyArray<DedupedEvent>,
      window: Duration.Duration,
    ) => Effect.Effect<ReadonlySet<EngagementEventId>>;
    /** The counts of a render by type; none for an unknown render. */
    readonly tally: (
      projectId: ProjectId,
      renderId: RenderId,
    ) => Effect.Effect<Option.Option<ReadonlyArray<Tally>>>;
    /** The events of a share, newest first; up to `limit + 1` rows. */
    readonly ofShare: (
      renderId: RenderId,
      shareId: ShareId,
      page: PageRequest,
    ) => Effect.Effect<ReadonlyArray<EngagementEvent>>;
    /** The latest events, newest first. */
    readonly recent: (
      renderId: RenderId,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<EngagementEvent>>;
  }
>()("@paraph/core/engagement/EngagementStore") {}
