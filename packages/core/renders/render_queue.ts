import { Context, type Effect } from "effect";

import type { RenderId } from "../values/mod.ts";
import type { QueueUnavailable } from "./errors.ts";

/** The queue of renders, with one job per render however often it is offered. */
export class RenderQueue extends Context.Service<
  RenderQueue,
  {
    /** Queues a render; in a transaction, when it commits. */
    readonly offer: (id: RenderId) => Effect.Effect<void, QueueUnavailable>;
    /**
     * Waits for a job and runs it. If the job fails or its worker dies, the job is retried later with
     * `attempts` increased by one.
     */
    readonly take: <E, R>(
      job: (id: RenderId, attempts: number) => Effect.Effect<void, E, R>,
    ) => Effect.Effect<void, E | QueueUnavailable, R>;
  }
>()("@paraph/core/renders/RenderQueue") {}
