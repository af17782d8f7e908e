import { Effect } from "effect";

import { spanOf, type TraceParent } from "./trace_parent.ts";

/** Queued work, which often runs in another process than the request that queued it. */
export interface Job {
  readonly queue: "renders" | "mails" | "deliveries" | "signatures";
  readonly id: string;
  /** The number of attempts, including this one. */
  readonly attempt: number;
  /** The span that queued the job. */
  readonly traceParent: TraceParent | null;
}

/**
 * Runs a job in the trace of the request that queued it. A retry, perhaps hours later, has a new trace
 * with a link to that request.
 */
export const asJob =
  ({ queue, id, attempt, traceParent }: Job) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.withSpan(work, `process ${queue}`, {
      ...spanPlace(attempt, traceParent),
      kind: "consumer",
      // Every job would have the same one.
      captureStackTrace: false,
      attributes: {
        "messaging.system": "paraph",
        "messaging.operation.type": "process",
        "messaging.operation.name": "process",
        "messaging.destination.name": queue,
        "messaging.message.id": id,
        "paraph.job.attempt": attempt,
      },
    });

function spanPlace(attempt: number, traceParent: TraceParent | null) {
  const cause = spanOf(traceParent);
  if (cause === undefined) return { root: true };
  return attempt > 1 ? { root: true, links: [{ span: cause, attributes: {} }] } : { parent: cause };
}
