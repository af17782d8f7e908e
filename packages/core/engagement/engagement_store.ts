import { Context, type Effect } from "effect";

import type { RenderId, Timestamp } from "../values/mod.ts";
import type { EngagementEvent } from "./engagement_event.ts";
import type { Tally } from "./summary.ts";

/** Keeps what happened to documents. */
export class EngagementStore extends Context.Service<
  EngagementStore,
  {
    /**
     * Opens a window of events that are repetitions of one another, unless one was opened after
     * `since`; tells whether it did. Of any number at once exactly one does.
     */
    readonly openWindow: (key: string, at: Timestamp, since: Timestamp) => Effect.Effect<boolean>;
    readonly add: (renderId: RenderId, event: EngagementEvent) => Effect.Effect<void>;
    readonly tally: (renderId: RenderId) => Effect.Effect<ReadonlyArray<Tally>>;
    /** The latest events, newest first. */
    readonly recent: (
      renderId: RenderId,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<EngagementEvent>>;
  }
>()("@paraph/core/engagement/EngagementStore") {}
