import { Clock, Duration, Effect, Layer } from "effect";
import { RateLimiter } from "effect/persistence";

interface Counter {
  readonly count: number;
  readonly expiresAt: number;
}

/** The number of counters that triggers the removal of expired ones. */
const SWEEP_SIZE = 10_000;

/**
 * Fixed-window counters in memory. Effect's counters are never removed; these are removed after
 * their window.
 */
const store = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.map(RateLimiter.RateLimiterStore, (base) => {
    const counters = new Map<string, Counter>();
    let sweepSize = SWEEP_SIZE;

    const sweep = (now: number) => {
      for (const [key, { expiresAt }] of counters) if (expiresAt <= now) counters.delete(key);
      // Twice the remaining number, so that the cost of sweeps per counter is constant.
      sweepSize = Math.max(SWEEP_SIZE, counters.size * 2);
    };

    const fixedWindow: typeof base.fixedWindow = Effect.fnUntraced(function* (options) {
      const { key, tokens, refillRate, limit } = options;
      const now = yield* Clock.currentTimeMillis;
      const existing = counters.get(key);
      const current =
        existing === undefined || existing.expiresAt <= now
          ? { count: 0, expiresAt: now }
          : existing;
      const count = current.count + tokens;
      if (limit !== undefined && count > limit) return [count, current.expiresAt - now] as const;
      const expiresAt = current.expiresAt + Duration.toMillis(refillRate) * tokens;
      counters.set(key, { count, expiresAt });
      if (counters.size > sweepSize) sweep(now);
      return [count, expiresAt - now] as const;
    });

    return RateLimiter.RateLimiterStore.of({ ...base, fixedWindow });
  }),
).pipe(Layer.provide(RateLimiter.layerStoreMemory));

/** Rate limits of this process only. */
export const rateLimiterMemory: Layer.Layer<RateLimiter.RateLimiter> = RateLimiter.layer.pipe(
  Layer.provide(store),
);
