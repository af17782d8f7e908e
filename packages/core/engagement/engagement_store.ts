import { Context, type Effect } from "effect";

import type { RenderId, Timestamp } from "../values/mod.ts";
import type { EngagementEvent } from "./engagement_event.ts";
import type { Tally } from "./summary.ts";

/** An engagement event of a render. */
export interface RenderEngagementEvent extends EngagementEvent {
  readonly renderId: RenderId;
}

/** Stores engagement events. */
export class EngagementStore extends Context.Service<
  EngagementStore,
  {
    /**
     * Opens a deduplication window for a key unless one was opened after `since`; whether it was opened.
     * Exactly one of several concurrent calls opens it.
     */
    readonly openWindow: (key: string, at: Timestamp, since: Timestamp) => Effect.Effect<boolean>;
    readonly add: (events: ReadonlyArray<RenderEngagementEvent>) => Effect.Effect<void>;
    readonly tally: (renderId: RenderId) => Effect.Effect<ReadonlyArray<Tally>>;
    /** The latest events, newest first. */
    readonly recent: (
      renderId: RenderId,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<EngagementEvent>>;
  }
>()("@paraph/core/engagement/EngagementStore") {}
