import { Clock, Duration, Effect, Layer } from "effect";
import { RateLimiter } from "effect/persistence";

interface Counter {
  readonly count: number;
  readonly expiresAt: number;
}

/** The number of counters before expired ones are removed. */
const SWEEP_AT = 10_000;

/**
 * Fixed-window counters in memory. Those of Effect keep a counter for every client for good; these are removed
 * when their window is over.
 */
const store = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.map(RateLimiter.RateLimiterStore, (others) => {
    const counters = new Map<string, Counter>();
    let sweepAt = SWEEP_AT;

    const sweep = (now: number) => {
      for (const [key, { expiresAt }] of counters) if (expiresAt <= now) counters.delete(key);
      // Twice as many as are left, so that the cost of a sweep for each counter is constant.
      sweepAt = Math.max(SWEEP_AT, counters.size * 2);
    };

    const fixedWindow: typeof others.fixedWindow = Effect.fnUntraced(function* (options) {
      const { key, tokens, refillRate, limit } = options;
      const now = yield* Clock.currentTimeMillis;
      const known = counters.get(key);
      const current =
        known === undefined || known.expiresAt <= now ? { count: 0, expiresAt: now } : known;
      const count = current.count + tokens;
      if (limit !== undefined && count > limit) return [count, current.expiresAt - now] as const;
      const expiresAt = current.expiresAt + Duration.toMillis(refillRate) * tokens;
      counters.set(key, { count, expiresAt });
      if (counters.size > sweepAt) sweep(now);
      return [count, expiresAt - now] as const;
    });

    return RateLimiter.RateLimiterStore.of({ ...others, fixedWindow });
  }),
).pipe(Layer.provide(RateLimiter.layerStoreMemory));

/** Limits of this process alone. */
export const rateLimiterMemory: Layer.Layer<RateLimiter.RateLimiter> = RateLimiter.layer.pipe(
  Layer.provide(store),
);
