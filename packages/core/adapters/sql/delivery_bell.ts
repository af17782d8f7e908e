import { Context, Effect, Latch, Layer } from "effect";

/** Wakes the worker of this process when something was queued in it, so that it need not wait to look. */
export class DeliveryBell extends Context.Service<
  DeliveryBell,
  {
    readonly ring: Effect.Effect<void>;
    /** Ends when it has rung since it was last heard. */
    readonly heard: Effect.Effect<void>;
  }
>()("@paraph/core/adapters/DeliveryBell") {
  static readonly layer = Layer.sync(DeliveryBell, () => {
    const latch = Latch.makeUnsafe(false);
    return {
      ring: Effect.asVoid(latch.open),
      heard: Effect.andThen(latch.await, Effect.asVoid(latch.close)),
    };
  });
}
