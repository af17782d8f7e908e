import { Context, Duration } from "effect";

import type { JobQueue, RenderId } from "../../values/mod.ts";

/** The queue of rows whose renders have ended. A job has the id of the render. */
export class SignatureBulkQueue extends Context.Service<SignatureBulkQueue, JobQueue<RenderId>>()(
  "@paraph/core/signatures/SignatureBulkQueue",
) {}

/** The delay before a row is tried again: from two seconds, doubled each time, up to five minutes. */
export function bulkRetryDelay(attempts: number): Duration.Duration {
  return Duration.seconds(Math.min(2 ** attempts, 300));
}
