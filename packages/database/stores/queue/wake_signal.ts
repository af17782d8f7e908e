import { Effect, Latch } from "effect";

/** Wakes a worker in this process when work is queued here, before its next poll. */
export interface WakeSignal {
  readonly notify: Effect.Effect<void>;
  /** Completes after a notification that no earlier wait received. */
  readonly wait: Effect.Effect<void>;
}

/** A signal without a notification yet. */
export function makeWakeSignal(): WakeSignal {
  const latch = Latch.makeUnsafe(false);
  return {
    notify: Effect.asVoid(latch.open),
    wait: Effect.andThen(latch.await, Effect.asVoid(latch.close)),
  };
}
