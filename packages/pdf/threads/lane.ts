import { FairQueue } from "../fairness/fair_queue.ts";
import { Tally } from "../fairness/tally.ts";
import { Batch, type Task } from "./batch.ts";
import { BATCH, batchSize } from "./estimate.ts";

/** How many threads a lane may have at once, of all tenants and of one of them. */
export interface LaneLimits {
  readonly width: number;
  readonly share: number;
}

/** Tasks of one kind that wait for a thread. Tenants share the threads fairly. */
export class Lane {
  readonly #limits: LaneLimits;
  readonly #waiting = new FairQueue<Task>();
  readonly #underWay = new Set<Batch>();
  readonly #held = new Tally();

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** How many threads it has. */
  get underWay(): number {
    return this.#underWay.size;
  }

  /** How many threads it has for a tenant. */
  heldBy(tenant: string): number {
    return this.#held.of(tenant);
  }

  /** The tenant whose task a further thread may take now. */
  next(mayHold: (tenant: string) => boolean): string | undefined {
    if (this.#underWay.size >= this.#limits.width) return undefined;
    return this.#waiting.next(
      (tenant) => this.heldBy(tenant) < this.#limits.share && mayHold(tenant),
    );
  }

  /** Puts a task behind those of its tenant that wait. */
  add(task: Task): void {
    this.#waiting.add(task);
  }

  /** Puts tasks of one tenant that were given out already before those that wait. */
  putBack(tasks: ReadonlyArray<Task>): void {
    this.#waiting.putBack(tasks);
  }

  /** Lets a task that still waits go; one that is under way is finished. */
  drop(task: Task): void {
    this.#waiting.remove(task);
  }

  /** The next tasks of a tenant for one thread, counted as under way until the batch is ended. */
  take(tenant: string): Batch {
    const waiting = this.#waiting.waitingFor(tenant);
    const sharers = Math.max(1, this.#limits.share - this.heldBy(tenant));
    const first = waiting.slice(0, BATCH.jobs).map(({ micros }) => micros);
    const size = batchSize(first, Math.ceil(waiting.length / sharers));
    const batch = new Batch(tenant, this.#waiting.take(tenant, size));
    this.#underWay.add(batch);
    this.#held.add(tenant);
    return batch;
  }

  /** Charges the time that a task took beyond its estimate. */
  charge({ tenant, micros }: Task, took: number): void {
    if (took > micros) this.#waiting.charge(tenant, took - micros);
  }

  /** Notes that no thread works on a batch any more. */
  end(batch: Batch): void {
    if (this.#underWay.delete(batch)) this.#held.remove(batch.tenant);
  }

  /** Empties the lane. */
  takeAll(): ReadonlyArray<Task> {
    return this.#waiting.takeAll();
  }
}
