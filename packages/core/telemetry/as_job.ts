import { Effect } from "effect";

import { spanOf, type TraceParent } from "./trace_parent.ts";

/** Work that was accepted at one time and is done at another, often by another process. */
export interface Job {
  readonly queue: "renders" | "mails" | "deliveries" | "signatures";
  readonly id: string;
  /** How often it was begun, this time included. */
  readonly attempt: number;
  /** What it follows from. */
  readonly traceParent: TraceParent | null;
}

/**
 * Does a job in the trace of what it follows from. What is tried again, perhaps hours later, has a
 * trace of its own, which links there.
 */
export const asJob =
  ({ queue, id, attempt, traceParent }: Job) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.withSpan(work, `process ${queue}`, {
      ...placed(attempt, traceParent),
      kind: "consumer",
      attributes: {
        "messaging.system": "paraph",
        "messaging.operation.type": "process",
        "messaging.operation.name": "process",
        "messaging.destination.name": queue,
        "messaging.message.id": id,
        "paraph.job.attempt": attempt,
      },
    });

function placed(attempt: number, traceParent: TraceParent | null) {
  const cause = spanOf(traceParent);
  if (cause === undefined) return { root: true };
  return attempt > 1 ? { root: true, links: [{ span: cause, attributes: {} }] } : { parent: cause };
}
