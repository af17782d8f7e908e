import type { RendererUnavailable, RenderError } from "@paraph/core/renders";
import type { Effect } from "effect";

import { BATCH, batchSize } from "./cost_estimate.ts";
import { FairQueue, Tally, type Waiting } from "./fair_queue.ts";
import {
  type BatchMessage,
  initialProgress,
  type Job,
  type Reply,
  STARTED,
  wholeBytes,
  WRITES,
} from "./messages.ts";

/** Threads that a lane may use concurrently, for all tenants and for one. */
export interface LaneLimits {
  readonly width: number;
  readonly share: number;
}

/** The queue of small or of large tasks. Tenants share its threads fairly. */
export class Lane {
  readonly #limits: LaneLimits;
  readonly #waiting = new FairQueue<Task>();
  readonly #inUse = new Set<Batch>();
  readonly #held = new Tally();

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** The number of threads in use. */
  get inUse(): number {
    return this.#inUse.size;
  }

  /** The number of threads in use for a tenant. */
  heldBy(tenant: string): number {
    return this.#held.countOf(tenant);
  }

  /** The tenant whose task is next. */
  next(mayHold: (tenant: string) => boolean): string | undefined {
    if (this.#inUse.size >= this.#limits.width) return undefined;
    return this.#waiting.next(
      (tenant) => this.heldBy(tenant) < this.#limits.share && mayHold(tenant),
    );
  }

  /** Queues a task behind the others of its tenant. */
  add(task: Task): void {
    this.#waiting.add(task);
  }

  /** Requeues tasks of one tenant that were assigned, before those that wait. */
  requeue(tasks: ReadonlyArray<Task>): void {
    this.#waiting.requeue(tasks);
  }

  /** Removes a waiting task. */
  drop(task: Task): void {
    this.#waiting.remove(task);
  }

  /** Takes the next tasks of a tenant for one thread, which is in use until `end`. */
  take(tenant: string): Batch {
    const waiting = this.#waiting.waitingFor(tenant);
    const freeThreads = Math.max(1, this.#limits.share - this.heldBy(tenant));
    const first = waiting.slice(0, BATCH.jobs).map(({ micros }) => micros);
    const size = batchSize(first, Math.ceil(waiting.length / freeThreads));
    const batch = new Batch(tenant, this.#waiting.take(tenant, size));
    this.#inUse.add(batch);
    this.#held.add(tenant);
    return batch;
  }

  /** Charges the time that a task took beyond its estimate. */
  charge({ tenant, micros }: Task, elapsedMicros: number): void {
    if (elapsedMicros > micros) this.#waiting.charge(tenant, elapsedMicros - micros);
  }

  /** Frees the thread of a batch. */
  end(batch: Batch): void {
    if (this.#inUse.delete(batch)) this.#held.remove(batch.tenant);
  }

  /** Empties the lane. */
  takeAll(): ReadonlyArray<Task> {
    return this.#waiting.takeAll();
  }
}

/** A job that waits or runs, and the callback for its result. */
export interface Task extends Waiting {
  readonly job: Job;
  /** A shorter deadline than usual, in milliseconds. */
  readonly limitMillis?: number;
  readonly settle: (outcome: Effect.Effect<Reply, RenderError | RendererUnavailable>) => void;
}

/** Tasks of one tenant that a thread runs in order. */
export class Batch {
  readonly tenant: string;
  readonly #tasks: ReadonlyArray<Task>;
  readonly #progress = initialProgress();
  #completed = 0;
  #length: number;

  constructor(tenant: string, tasks: ReadonlyArray<Task>) {
    this.tenant = tenant;
    this.#tasks = tasks;
    this.#length = tasks.length;
  }

  /** The message with the tasks, and with the templates that the thread does not have. */
  message(sentTemplates: Set<string>): BatchMessage {
    const jobs = this.#tasks.map(({ job }): Job => {
      if (job.kind !== "render") return job;
      const { id, bytes } = job.template;
      if (sentTemplates.has(id) || bytes === undefined) return { ...job, template: { id } };
      sentTemplates.add(id);
      return { ...job, template: { id, bytes: wholeBytes(bytes) } };
    });
    return { jobs, progress: this.#progress };
  }

  /** Marks a task as completed and returns it. */
  complete(offset: number): Task | undefined {
    this.#completed = offset + 1;
    return this.#tasks[offset];
  }

  /** Tasks without a reply, the running one first. */
  get pending(): ReadonlyArray<Task> {
    return this.#tasks.slice(this.#completed, this.#length);
  }

  /** Whether the thread waits for the disk. */
  get isWriting(): boolean {
    return Atomics.load(this.#progress, WRITES) === 1;
  }

  /** Takes back the tasks that the thread has not started. */
  recall(): ReadonlyArray<Task> {
    const startedCount = Atomics.exchange(this.#progress, STARTED, this.#tasks.length);
    this.#length = Math.min(this.#length, startedCount);
    return this.#tasks.slice(startedCount);
  }
}
