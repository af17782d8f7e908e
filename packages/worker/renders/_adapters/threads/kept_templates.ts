/** Templates a thread keeps ready to draw: few and small enough that a thread stays lean. */
export interface KeptLimits {
  readonly count: number;
  /** Of the bytes the templates came as; a single larger one is kept all the same. */
  readonly bytes: number;
}

interface Kept<T> {
  readonly template: T;
  readonly size: number;
}

/** The templates that were drawn last, by id. */
export class KeptTemplates<T> {
  readonly #limits: KeptLimits;
  readonly #kept = new Map<string, Kept<T>>();
  #bytes = 0;

  constructor(limits: KeptLimits) {
    this.#limits = limits;
  }

  /** The template of an id if it is kept. */
  find(id: string): T | undefined {
    const found = this.#kept.get(id);
    if (found === undefined) return undefined;
    // A map keeps the order of insertion: what is used moves to the end.
    this.#kept.delete(id);
    this.#kept.set(id, found);
    return found.template;
  }

  /** Keeps a template, and lets go of those not used for longest. */
  keep(id: string, template: T, size: number): void {
    this.#forget(id);
    this.#kept.set(id, { template, size });
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
