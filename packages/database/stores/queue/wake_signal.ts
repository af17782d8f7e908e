import { Effect, Latch } from "effect";

/** Wakes a worker of this process when something was queued in it, so that it need not wait to look. */
export interface WakeSignal {
  readonly notify: Effect.Effect<void>;
  /** Ends when it has rung since it was last heard. */
  readonly wait: Effect.Effect<void>;
}

/** A bell that has not rung yet. */
export function makeWakeSignal(): WakeSignal {
  const latch = Latch.makeUnsafe(false);
  return {
    notify: Effect.asVoid(latch.open),
    wait: Effect.andThen(latch.await, Effect.asVoid(latch.close)),
  };
}
