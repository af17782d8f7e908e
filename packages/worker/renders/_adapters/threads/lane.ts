import { Batch, type Task } from "./batch.ts";
import { BATCH, batchSize } from "./estimate.ts";

/** Tasks of one kind that wait for a thread, in the order they came. */
export class Lane {
  /** How many threads the lane may have at once. */
  readonly #width: number;
  readonly #waiting: Array<Task> = [];
  readonly #underWay = new Set<Batch>();

  constructor(width: number) {
    this.#width = width;
  }

  /** How many threads it has. */
  get underWay(): number {
    return this.#underWay.size;
  }

  /** Whether a task waits that a further thread may take. */
  get isPressing(): boolean {
    return this.#waiting.length > 0 && this.#underWay.size < this.#width;
  }

  /** Puts a task behind those that wait. */
  add(task: Task): void {
    this.#waiting.push(task);
  }

  /** Puts tasks that were given out already before those that wait. */
  putBack(tasks: ReadonlyArray<Task>): void {
    this.#waiting.unshift(...tasks);
  }

  /** Lets a task that still waits go; one that is under way is finished. */
  drop(task: Task): void {
    const at = this.#waiting.indexOf(task);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** The next tasks for one thread, counted as under way until the batch is ended. */
  take(): Batch {
    const sharers = Math.max(1, this.#width - this.#underWay.size);
    const first = this.#waiting.slice(0, BATCH.jobs).map(({ micros }) => micros);
    const size = batchSize(first, Math.ceil(this.#waiting.length / sharers));
    const batch = new Batch(this.#waiting.splice(0, size));
    this.#underWay.add(batch);
    return batch;
  }

  /** Notes that no thread works on a batch any more. */
  end(batch: Batch): void {
    this.#underWay.delete(batch);
  }

  /** Empties the lane. */
  takeAll(): ReadonlyArray<Task> {
    return this.#waiting.splice(0);
  }
}
