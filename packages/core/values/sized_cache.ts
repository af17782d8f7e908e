import { Cache, Duration, Effect, Exit } from "effect";

/** The limits of a cache and how it loads values. */
export interface SizedCacheOptions<Key extends string, A, E> {
  readonly lookup: (key: Key) => Effect.Effect<A, E>;
  readonly sizeOf: (value: A) => number;
  /** The maximum number of values. */
  readonly count: number;
  /** The maximum total size. The last value used stays even if it exceeds this. */
  readonly bytes: number;
}

/**
 * An LRU cache. Concurrent calls with one key share one lookup. Failures are not cached.
 */
export function sizedCache<Key extends string, A, E>({
  lookup,
  sizeOf,
  count,
  bytes,
}: SizedCacheOptions<Key, A, E>): Effect.Effect<(key: Key) => Effect.Effect<A, E>> {
  return Effect.gen(function* () {
    const cache = yield* Cache.makeWith(lookup, {
      capacity: count,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero),
    });
    /** The sizes of the cached values, the last used at the end. */
    const sizes = new Map<Key, number>();

    const evict = Effect.suspend(() => {
      const evictedKeys: Array<Key> = [];
      let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      for (const [key, size] of sizes) {
        if (sizes.size - evictedKeys.length <= 1) break;
        if (total <= bytes && sizes.size - evictedKeys.length <= count) break;
        evictedKeys.push(key);
        total -= size;
      }
      for (const key of evictedKeys) sizes.delete(key);
      return Effect.forEach(evictedKeys, (key) => Cache.invalidate(cache, key), { discard: true });
    });

    return Effect.fnUntraced(function* (key: Key) {
      const value = yield* Cache.get(cache, key);
      sizes.delete(key);
      sizes.set(key, sizeOf(value));
      yield* evict;
      return value;
    });
  });
}
