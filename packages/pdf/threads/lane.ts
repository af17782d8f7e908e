import type { RendererUnavailable, RenderFault } from "@paraph/core/renders";
import type { Effect } from "effect";

import { BATCH, batchSize } from "./cost_estimate.ts";
import { FairQueue, Tally, type Waiting } from "./fair_queue.ts";
import { type BatchMessage, type Job, type Reply, wholeBytes } from "./messages.ts";

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

/** A job that waits or is under way, and whom to tell what came of it. */
export interface Task extends Waiting {
  readonly job: Job;
  /** A shorter deadline than usual, in milliseconds. */
  readonly limitMillis?: number;
  readonly settle: (outcome: Effect.Effect<Reply, RenderFault | RendererUnavailable>) => void;
}

/** Tasks of one tenant that a thread has been given; it does and answers them in order. */
export class Batch {
  readonly tenant: string;
  readonly #tasks: ReadonlyArray<Task>;
  readonly #begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #answered = 0;
  #length: number;

  constructor(tenant: string, tasks: ReadonlyArray<Task>) {
    this.tenant = tenant;
    this.#tasks = tasks;
    this.#length = tasks.length;
  }

  /** The message that gives the tasks to a thread, and the templates among them that it was not sent yet. */
  message(sent: Set<string>): BatchMessage {
    const jobs = this.#tasks.map(({ job }): Job => {
      if (job.kind !== "render") return job;
      const { id, bytes } = job.template;
      if (sent.has(id) || bytes === undefined) return { ...job, template: { id } };
      sent.add(id);
      return { ...job, template: { id, bytes: wholeBytes(bytes) } };
    });
    return { jobs, begun: this.#begun };
  }

  /** Notes that a task is answered, and gives it back. */
  answered(at: number): Task | undefined {
    this.#answered = at + 1;
    return this.#tasks[at];
  }

  /** Tasks that are not answered, the one under way first. */
  get unanswered(): ReadonlyArray<Task> {
    return this.#tasks.slice(this.#answered, this.#length);
  }

  /** Takes back the tasks that the thread has not begun. */
  recall(): ReadonlyArray<Task> {
    const begun = Atomics.exchange(this.#begun, 0, this.#tasks.length);
    this.#length = Math.min(this.#length, begun);
    return this.#tasks.slice(begun);
  }
}
