import { Effect, Latch } from "effect";

/** Wakes a worker of this process when something was queued in it, so that it need not wait to look. */
export interface Bell {
  readonly ring: Effect.Effect<void>;
  /** Ends when it has rung since it was last heard. */
  readonly heard: Effect.Effect<void>;
}

/** A bell that has not rung yet. */
export function makeBell(): Bell {
  const latch = Latch.makeUnsafe(false);
  return {
    ring: Effect.asVoid(latch.open),
    heard: Effect.andThen(latch.await, Effect.asVoid(latch.close)),
  };
}
