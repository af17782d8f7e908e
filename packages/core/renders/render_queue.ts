import { Context, Duration } from "effect";

import type { JobQueue, RenderId } from "../values/mod.ts";
import type { QueueUnavailable } from "./errors.ts";

/** The queue of renders. */
export class RenderQueue extends Context.Service<
  RenderQueue,
  JobQueue<RenderId, QueueUnavailable>
>()("@paraph/core/renders/RenderQueue") {}

/** The delay before a render is retried: from one second, doubled each time, up to a minute. */
export function renderRetryDelay(attempts: number): Duration.Duration {
  return Duration.seconds(Math.min(2 ** (attempts - 1), 60));
}
