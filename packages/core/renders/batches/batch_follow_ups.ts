import { Context, type Effect } from "effect";

import type { RenderId } from "../../values/mod.ts";

/** Work that follows the end of renders of batches, such as sending them for signature. */
export class BatchFollowUps extends Context.Service<
  BatchFollowUps,
  {
    /** Queues the work that waits for these renders, when the open transaction commits. */
    readonly offer: (ended: ReadonlyArray<RenderId>) => Effect.Effect<void>;
  }
>()("@paraph/core/renders/BatchFollowUps") {}
