/** How much is kept: little enough that a thread stays lean. */
export interface KeptLimits {
  readonly count: number;
  /** Of all that is kept; a single thing that is larger is kept all the same. */
  readonly bytes: number;
}

interface Kept<T> {
  readonly value: T;
  readonly size: number;
}

/** What was used last and took long to make, by its id. */
export class RecentlyUsed<T> {
  readonly #limits: KeptLimits;
  readonly #kept = new Map<string, Kept<T>>();
  #bytes = 0;

  constructor(limits: KeptLimits) {
    this.#limits = limits;
  }

  /** What has an id, if it is kept. */
  find(id: string): T | undefined {
    const found = this.#kept.get(id);
    if (found === undefined) return undefined;
    // A map keeps the order of insertion: what is used moves to the end.
    this.#kept.delete(id);
    this.#kept.set(id, found);
    return found.value;
  }

  /** Keeps something of so many bytes, and lets go of what was not used for longest. */
  keep(id: string, value: T, size: number): void {
    this.#forget(id);
    this.#kept.set(id, { value, size });
    this.#bytes += size;
    for (const oldest of this.#kept.keys()) {
      const fits = this.#kept.size <= this.#limits.count && this.#bytes <= this.#limits.bytes;
      if (fits || oldest === id) return;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    this.#bytes -= this.#kept.get(id)?.size ?? 0;
    this.#kept.delete(id);
  }
}
