import { RendererUnavailable, RenderError } from "@paraph/core/renders";
import { CurrentTenant } from "@paraph/core/values";
import { Context, Duration, Effect, Layer } from "effect";

import { isHeavy } from "./cost_estimate.ts";
import { type Batch, Lane, type Task } from "./lane.ts";
import type { BatchMessage, BatchReply, Job, Reply, UnknownTemplate } from "./messages.ts";
import { threadCode, type ThreadCode } from "./thread_code.ts";
import {
  MEMORY_EXCEEDED,
  startThread,
  type ThreadLimits,
  type WorkerThread,
} from "./worker_thread.ts";

/** The size and the limits of a thread pool. */
export interface ThreadPoolOptions {
  /**
   * How many jobs of one tenant run concurrently, at least two; half of them may be large. Up to two more
   * threads start when they are needed: one for other tenants, and a spare one after a thread was stopped.
   */
  readonly threads: number;
  readonly deadline: Duration.Input;
  /** A thread is replaced after this number of jobs: 5,000 by default. */
  readonly jobsPerThread?: number;
  /** Memory limit of a thread in MiB: 768 by default. A typical document takes 1% of it. */
  readonly memoryMb?: number;
}

/** A bounded number of worker threads, which tenants share fairly. A job waits until one is free. */
export class ThreadPool extends Context.Service<
  ThreadPool,
  {
    /**
     * Runs a job, given an estimate of its time in microseconds. Fails if the job exceeds the deadline, which
     * counts from its start on a thread, or if its thread dies.
     *
     * @param deadline A shorter deadline than that of the pool.
     */
    readonly run: (
      job: Job,
      micros: number,
      deadline?: Duration.Duration,
    ) => Effect.Effect<Reply, RenderError | RendererUnavailable>;
  }
>()("@paraph/pdf/ThreadPool") {
  /** Starts the threads, and terminates them when the scope closes. */
  static readonly layer = ({
    threads,
    deadline,
    jobsPerThread = 5_000,
    memoryMb = 768,
  }: ThreadPoolOptions) =>
    Layer.effect(
      ThreadPool,
      Effect.gen(function* () {
        const code = yield* threadCode;
        const deadlineMillis = Duration.toMillis(deadline);
        const options = { threads, jobsPerThread, memoryMb, deadlineMillis };
        const dispatcher = yield* Effect.acquireRelease(
          Effect.sync(() => new Dispatcher(code, options)),
          (instance) => Effect.promise(() => instance.close()),
        );
        const run: ThreadPool["Service"]["run"] = Effect.fn("ThreadPool.run")(
          (job, micros, limit) =>
            Effect.flatMap(CurrentTenant, (tenant) =>
              Effect.callback<Reply, RenderError | RendererUnavailable>((resume) => {
                const limitMillis = limit === undefined ? Infinity : Duration.toMillis(limit);
                const task: Task = { tenant, job, micros, limitMillis, settle: resume };
                dispatcher.submit(task);
                return Effect.sync(() => dispatcher.forget(task));
              }),
            ),
        );
        return ThreadPool.of({ run });
      }),
    );
}

/** The options of a dispatcher. */
export interface DispatcherOptions extends ThreadLimits {
  /** Threads that one tenant may use concurrently, at least two. */
  readonly threads: number;
  /** Time limit of a job, from its start on a thread. */
  readonly deadlineMillis: number;
  /** A thread is replaced after this number of jobs, because libraries leak memory. */
  readonly jobsPerThread: number;
}

/** After this time without a reply, the jobs behind a slow one go to other threads, and its memory is watched. */
const STALLED_MILLIS = 100;

/** A small young generation collects often, which costs less than its memory would. */
const YOUNG_MB = 16;

/** Maximum number of templates that are recorded as sent to a thread, which itself caches fewer. */
const MAX_SENT = 1_024;

interface Member {
  readonly thread: WorkerThread<BatchMessage>;
  /** Ids of the templates that were sent to it. */
  readonly sentTemplates: Set<string>;
  isReady: boolean;
  completedJobs: number;
  work: Work | undefined;
}

interface Work {
  readonly batch: Batch;
  readonly lane: Lane;
  /** When the thread started its current task, in milliseconds. */
  since: number;
  timer: NodeJS.Timeout | undefined;
  endWatch: (() => void) | undefined;
}

/**
 * Assigns jobs to threads.
 *
 * At first there are as many threads as one tenant may use. Another one starts when a second tenant needs it,
 * so that no tenant waits only for the slow jobs of another. From the first terminated thread on there is a
 * spare one, which replaces the next. Large jobs never take the last thread, and those of one tenant at most
 * half of the threads. Threads start one after the other, and are kept.
 */
export class Dispatcher {
  readonly #code: ThreadCode;
  readonly #options: DispatcherOptions;
  /** Threads that one tenant may use. */
  readonly #share: number;
  readonly #small: Lane;
  readonly #large: Lane;
  readonly #members = new Set<Member>();
  /** Free members; the last to become free is the first to work, and has the warmest caches. */
  readonly #free: Array<Member> = [];
  readonly #stopping = new Set<Promise<void>>();
  /** How many threads there should be. */
  #size: number;
  #isClosed = false;

  constructor(code: ThreadCode, options: DispatcherOptions) {
    this.#code = code;
    this.#options = options;
    // Even on one core a second tenant needs a thread while a large job runs.
    this.#share = Math.max(2, options.threads);
    this.#size = this.#share;
    this.#small = new Lane({ width: this.#share + 1, share: this.#share });
    this.#large = new Lane({ width: this.#share, share: Math.floor(this.#share / 2) });
    this.#startNext();
  }

  /** Queues a task, whose `settle` is called with the result. */
  submit(task: Task): void {
    if (this.#isClosed) return task.settle(Effect.fail(POOL_CLOSED));
    this.#laneOf(task).add(task);
    this.#startNext();
    this.#assignAll();
  }

  /** Removes a waiting task. A task on a thread runs to its end. */
  forget(task: Task): void {
    this.#laneOf(task).drop(task);
  }

  /** Terminates all threads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const member of this.#members) {
      const [current] = this.#unassign(member);
      current?.settle(Effect.fail(POOL_CLOSED));
      this.#dismiss(member);
    }
    this.#failAll(POOL_CLOSED);
    await Promise.all(this.#stopping);
  }

  #laneOf({ micros }: Task): Lane {
    return isHeavy(micros) ? this.#large : this.#small;
  }

  #startNext(): void {
    const isComplete = this.#members.size >= this.#size || this.#isHanging;
    if (this.#isClosed || isComplete || this.#isStarting) return;
    const member: Member = {
      thread: startThread<BatchMessage, BatchReply>(
        this.#code,
        { youngMb: YOUNG_MB, ...this.#options },
        {
          ready: () => {
            member.isReady = true;
            this.#free.unshift(member);
            this.#startNext();
            this.#assignAll();
          },
          message: ({ index, result }) => this.#onReply(member, index, result),
          exit: (reason) => this.#onDeath(member, reason),
        },
      ),
      sentTemplates: new Set(),
      isReady: false,
      completedJobs: 0,
      work: undefined,
    };
    this.#members.add(member);
  }

  /** Lets the pool have at least this many threads. */
  #grow(size: number): void {
    this.#size = Math.max(this.#size, size);
    this.#startNext();
  }

  get #isStarting(): boolean {
    return [...this.#members].some(({ isReady }) => !isReady);
  }

  /** Whether too many threads do not stop: they wait for a disk that does not respond. */
  get #isHanging(): boolean {
    return this.#members.size + this.#stopping.size >= 2 * this.#size;
  }

  get #busy(): number {
    return this.#small.inUse + this.#large.inUse;
  }

  #assignAll(): void {
    const mayHold = (tenant: string) =>
      this.#small.heldBy(tenant) + this.#large.heldBy(tenant) < this.#share;
    while (this.#busy <= this.#share) {
      const lane = this.#small.next(mayHold) === undefined ? this.#large : this.#small;
      const tenant = lane.next(mayHold);
      if (tenant === undefined) return;
      const member = this.#free.pop();
      if (member === undefined) return this.#grow(this.#busy + 1);
      this.#assign(member, lane, tenant);
    }
  }

  #assign(member: Member, lane: Lane, tenant: string): void {
    const batch = lane.take(tenant);
    const since = performance.now();
    const work: Work = { batch, lane, since, timer: undefined, endWatch: undefined };
    member.work = work;
    if (member.sentTemplates.size > MAX_SENT) member.sentTemplates.clear();
    member.thread.send(batch.message(member.sentTemplates));
    this.#watch(member, work);
  }

  /** Waits for the next reply until the deadline. */
  #watch(member: Member, work: Work): void {
    this.#endWatch(work);
    const { limitMillis = Infinity } = work.batch.pending[0] ?? {};
    const deadlineMillis = Math.min(this.#options.deadlineMillis, limitMillis);
    const stallMillis = Math.min(STALLED_MILLIS, deadlineMillis);
    work.timer = setTimeout(() => {
      const tasks = work.batch.recall();
      work.timer = setTimeout(() => this.#onTimeout(member), deadlineMillis - stallMillis);
      work.endWatch = member.thread.watchMemory();
      work.lane.requeue(tasks);
      if (work.batch.pending.length === 0) this.#finish(member);
      this.#assignAll();
    }, stallMillis);
  }

  #endWatch(work: Work): void {
    clearTimeout(work.timer);
    work.endWatch?.();
    work.endWatch = undefined;
  }

  #onReply(member: Member, index: number, reply: Reply | UnknownTemplate): void {
    const { work } = member;
    if (work === undefined) return;
    const task = work.batch.complete(index);
    member.completedJobs += 1;
    this.#charge(work, task);
    if (work.batch.pending.length > 0) this.#watch(member, work);
    else this.#finish(member);
    if (task === undefined) return;
    if (reply.kind === "unknownTemplate") this.#requeue(member, task, work.lane);
    else task.settle(Effect.succeed(reply));
    this.#assignAll();
  }

  #charge(work: Work, task: Task | undefined): void {
    const now = performance.now();
    if (task !== undefined) work.lane.charge(task, (now - work.since) * 1_000);
    work.since = now;
  }

  /** The thread has dropped the template from its cache: it is sent again with the job. */
  #requeue(member: Member, task: Task, lane: Lane): void {
    if (task.job.kind === "render") member.sentTemplates.delete(task.job.template.id);
    lane.requeue([task]);
  }

  /** Frees a member whose batch has ended. */
  #finish(member: Member): void {
    this.#unassign(member);
    if (member.completedJobs < this.#options.jobsPerThread) {
      this.#free.push(member);
      return;
    }
    this.#dismiss(member);
    this.#startNext();
  }

  #onTimeout(member: Member): void {
    const waitsForDisk = member.work?.batch.isWriting === true;
    const left = this.#unassign(member);
    this.#dismiss(member);
    this.#grow(this.#share + 2);
    left[0]?.settle(Effect.fail(waitsForDisk ? DISK_TOO_SLOW : TIMED_OUT));
    this.#assignAll();
  }

  #onDeath(member: Member, reason: string): void {
    const failure = new RendererUnavailable({ message: `A render thread stopped: ${reason}` });
    const left = this.#unassign(member);
    // A thread can report its death before it has terminated.
    this.#dismiss(member);
    left[0]?.settle(Effect.fail(reason === MEMORY_EXCEEDED ? TOO_LARGE : failure));
    // A thread that cannot start is started again only for another job.
    if (!member.isReady) {
      if (this.#members.size === 0) this.#failAll(failure);
      return;
    }
    this.#grow(this.#share + 2);
    this.#assignAll();
  }

  /** Takes the work from a member; the tasks after the current one are requeued. */
  #unassign(member: Member): ReadonlyArray<Task> {
    const { work } = member;
    if (work === undefined) return [];
    member.work = undefined;
    this.#endWatch(work);
    work.lane.end(work.batch);
    const left = work.batch.pending;
    this.#charge(work, left[0]);
    work.lane.requeue(left.slice(1));
    return left;
  }

  #dismiss(member: Member): void {
    this.#remove(member);
    const termination = member.thread.stop().finally(() => {
      const isRelease = this.#isHanging;
      this.#stopping.delete(termination);
      if (isRelease) this.#startNext();
    });
    this.#stopping.add(termination);
  }

  #remove(member: Member): void {
    this.#members.delete(member);
    const offset = this.#free.indexOf(member);
    if (offset >= 0) this.#free.splice(offset, 1);
  }

  #failAll(failure: RendererUnavailable): void {
    for (const lane of [this.#small, this.#large]) {
      for (const task of lane.takeAll()) task.settle(Effect.fail(failure));
    }
  }
}

/** A retry may find a faster disk. */
const DISK_TOO_SLOW = new RendererUnavailable({ message: "The document took too long to write" });

const TIMED_OUT = new RenderError({
  code: "render_timeout",
  message: "The document took too long to render",
});

/** A retry would take as much memory. */
const TOO_LARGE = new RenderError({
  code: "render_failed",
  message: "The document takes too much memory to render",
});

const POOL_CLOSED = new RendererUnavailable({ message: "The render threads are stopped" });
