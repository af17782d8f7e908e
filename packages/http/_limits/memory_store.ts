import { Clock, Duration, Effect, Layer } from "effect";
import { RateLimiter } from "effect/persistence";

interface Counter {
  readonly count: number;
  readonly expiresAt: number;
}

/** So many counters may stand before those that are over are looked for. */
const SWEEP_AT = 10_000;

/**
 * Counters of fixed windows in memory. Effect's own keep a counter for everybody who ever came, and
 * anybody may come: these are forgotten when their window is over.
 */
const store = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.map(RateLimiter.RateLimiterStore, (others) => {
    const counters = new Map<string, Counter>();
    let sweepAt = SWEEP_AT;

    const sweep = (now: number) => {
      for (const [key, { expiresAt }] of counters) if (expiresAt <= now) counters.delete(key);
      // Twice as many as are left, so that looking costs each newcomer the same, however many stay.
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
