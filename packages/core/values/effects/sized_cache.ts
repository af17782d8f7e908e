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
    let total = 0;

    const evict = Effect.suspend(() => {
      const evictedKeys: Array<Key> = [];
      for (const [key, size] of sizes) {
        if (sizes.size <= 1 || (total <= bytes && sizes.size <= count)) break;
        sizes.delete(key);
        total -= size;
        evictedKeys.push(key);
      }
      return Effect.forEach(evictedKeys, (key) => Cache.invalidate(cache, key), { discard: true });
    });

    return Effect.fnUntraced(function* (key: Key) {
      const value = yield* Cache.get(cache, key);
      const size = sizes.get(key);
      if (size !== undefined) {
        sizes.delete(key);
        sizes.set(key, size);
        return value;
      }
      const newSize = sizeOf(value);
      sizes.set(key, newSize);
      total += newSize;
      yield* evict;
      return value;
    });
  });
}
