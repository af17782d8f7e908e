import { Context, type Effect } from "effect";

import type { RenderId } from "../values/mod.ts";
import type { QueueUnavailable } from "./errors.ts";

/** The jobs that wait for a worker, one per render however often it is offered. */
export class RenderQueue extends Context.Service<
  RenderQueue,
  {
    /** Queues a render; within a transaction it is queued when that commits, or never. */
    readonly offer: (id: RenderId) => Effect.Effect<void, QueueUnavailable>;
    /**
     * Waits for a job and runs it. A job that fails or whose worker dies comes back later, with
     * `attempts` one higher.
     */
    readonly take: <E, R>(
      job: (id: RenderId, attempts: number) => Effect.Effect<void, E, R>,
    ) => Effect.Effect<void, E | QueueUnavailable, R>;
  }
>()("@paraph/core/renders/RenderQueue") {}
