/** The limits of a cache. */
export interface CacheLimits {
  readonly count: number;
  /** Total size of all entries. A single larger entry is still stored. */
  readonly bytes: number;
}

interface Entry<T> {
  readonly value: T;
  readonly size: number;
}

/** A cache bounded by the number and the total size of its entries; evicts the least recently used first. */
export class LruCache<T> {
  readonly #limits: CacheLimits;
  readonly #entries = new Map<string, Entry<T>>();
  #bytes = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A map iterates in insertion order, so the most recently used entry is the last.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param size In bytes. */
  set(key: string, value: T, size: number): void {
    this.#delete(key);
    this.#entries.set(key, { value, size });
    this.#bytes += size;
    for (const oldest of this.#entries.keys()) {
      const fits = this.#entries.size <= this.#limits.count && this.#bytes <= this.#limits.bytes;
      if (fits || oldest === key) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
