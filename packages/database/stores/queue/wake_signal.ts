import { Effect, Latch } from "effect";

/** Wakes a worker of this process when something is queued in it, before its next poll. */
export interface WakeSignal {
  readonly notify: Effect.Effect<void>;
  /** Ends after a notification that no earlier wait has received. */
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
