/** Work that waits for a scarce resource. */
export interface Waiting {
  /** The owner of the work. */
  readonly tenant: string;
  /** Estimated time that the work takes, in microseconds. */
  readonly micros: number;
}

interface Line<A> {
  readonly items: Array<A>;
  /** Time used, in the queue's virtual time. */
  usedMicros: number;
}

/**
 * A queue that serves the tenant that has used the least time (start-time fair queueing). A tenant that
 * comes back gets no credit for the time it was away.
 */
export class FairQueue<A extends Waiting> {
  readonly #lines = new Map<string, Line<A>>();
  /** Virtual time: the used time of the last tenant that was served. */
  #now = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds an item behind the other items of its tenant. */
  add(item: A): void {
    this.#waitingLine(item.tenant).items.push(item);
    this.#size += 1;
  }

  /** Requeues items of one tenant before its other items. */
  requeue(items: ReadonlyArray<A>): void {
    const [first] = items;
    if (first === undefined) return;
    const line = this.#waitingLine(first.tenant);
    line.items.unshift(...items);
    line.usedMicros -= total(items);
    this.#size += items.length;
  }

  /** Removes an item that still waits. */
  remove(item: A): void {
    const line = this.#lines.get(item.tenant);
    const offset = line?.items.indexOf(item) ?? -1;
    if (line === undefined || offset < 0) return;
    line.items.splice(offset, 1);
    this.#size -= 1;
  }

  /** Returns the next tenant among those that may be served. */
  next(mayServe: (tenant: string) => boolean): string | undefined {
    let candidate: string | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [tenant, { items, usedMicros }] of this.#lines) {
      if (items.length === 0 || usedMicros >= least || !mayServe(tenant)) continue;
      candidate = tenant;
      least = usedMicros;
    }
    return candidate;
  }

  /** The waiting items of a tenant, oldest first. */
  waitingFor(tenant: string): ReadonlyArray<A> {
    return this.#lines.get(tenant)?.items ?? [];
  }

  /** Takes the oldest items of a tenant and charges their estimates to it. */
  take(tenant: string, count = 1): ReadonlyArray<A> {
    const line = this.#lines.get(tenant);
    if (line === undefined) return [];
    const items = line.items.splice(0, count);
    this.#size -= items.length;
    this.#now = Math.max(this.#now, line.usedMicros);
    line.usedMicros += total(items);
    if (this.#size === 0) this.#reset();
    return items;
  }

  /** Charges time beyond an estimate to a tenant. */
  charge(tenant: string, micros: number): void {
    this.#line(tenant).usedMicros += micros;
  }

  /** Empties the queue. */
  takeAll(): ReadonlyArray<A> {
    const all = [...this.#lines.values()].flatMap(({ items }) => items.splice(0));
    this.#size = 0;
    return all;
  }

  #line(tenant: string): Line<A> {
    const existing = this.#lines.get(tenant);
    if (existing !== undefined) return existing;
    const line: Line<A> = { items: [], usedMicros: this.#now };
    this.#lines.set(tenant, line);
    return line;
  }

  #waitingLine(tenant: string): Line<A> {
    const line = this.#line(tenant);
    if (line.items.length === 0) line.usedMicros = Math.max(line.usedMicros, this.#now);
    return line;
  }

  /** In an empty queue, no tenant has credit. */
  #reset(): void {
    this.#lines.clear();
    this.#now = 0;
  }
}

function total(items: ReadonlyArray<Waiting>): number {
  return items.reduce((sum, { micros }) => sum + micros, 0);
}

/** How many slots each tenant holds. */
export class Tally {
  readonly #held = new Map<string, number>();

  countOf(tenant: string): number {
    return this.#held.get(tenant) ?? 0;
  }

  add(tenant: string): void {
    this.#held.set(tenant, this.countOf(tenant) + 1);
  }

  remove(tenant: string): void {
    const left = this.countOf(tenant) - 1;
    if (left > 0) this.#held.set(tenant, left);
    else this.#held.delete(tenant);
  }
}
