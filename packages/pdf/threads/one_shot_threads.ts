import { Worker } from "node:worker_threads";

import { Context, Duration, Effect, Layer, Schema } from "effect";

import { FairSlots, type SlotLimits } from "../fairness/fair_slots.ts";
import type { JobInput, JobMessage, JobName, JobOutput, JobReply } from "./jobs.ts";
import { limitsAbove, reasonOf, TOO_MUCH_MEMORY, watchMemory } from "./memory_watch.ts";
import { JOB_ENTRY, type ThreadCode, threadCode } from "./thread_code.ts";

/** A job was not done. */
export class JobFailed extends Schema.TaggedError<JobFailed>()("job_failed", {
  /** Whether the job itself failed, took too long, or took its thread with it. */
  reason: Schema.Literals(["fault", "deadline", "death"]),
  message: Schema.String,
}) {}

/** What a job may take. */
export interface JobLimits {
  /** How long it may go on once its thread has begun. */
  readonly deadline: Duration.Input;
  /** How much memory of any kind the thread may take, in MiB, before it is stopped: 768 unless told otherwise. */
  readonly memoryMb?: number;
}

/** How many jobs run at once, of all projects and of one of them; the others wait. */
const SLOTS: SlotLimits = { slots: 3, share: 2 };

/** How long a thread may take to load its code. */
const STARTS_WITHIN = Duration.seconds(10);

/**
 * Does jobs on documents that nobody trusts, each on a thread of its own: whatever a document does to a
 * library, the thread can be stopped, and what it leaves behind is gone with it.
 */
export class OneShotThreads extends Context.Service<
  OneShotThreads,
  {
    /** Does a job within limits. When it is interrupted, its thread is stopped. */
    readonly run: <N extends JobName>(
      name: N,
      input: JobInput<N>,
      limits: JobLimits,
    ) => Effect.Effect<JobOutput<N>, JobFailed>;
  }
>()("@paraph/pdf/OneShotThreads") {}

/** Slots of its own for each layer. */
function threadsLayer() {
  return Layer.effect(
    OneShotThreads,
    Effect.gen(function* () {
      const code = yield* threadCode;
      const slots = new FairSlots(SLOTS);
      const run = <N extends JobName>(name: N, input: JobInput<N>, limits: JobLimits) =>
        slots.run(runJob(code, { name, input }, limits)).pipe(
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the job of that name gave
          Effect.map((output) => output as JobOutput<N>),
          Effect.withSpan("OneShotThreads.run", { attributes: { job: name } }),
        );
      return OneShotThreads.of({ run });
    }),
  );
}

/** Threads that read documents while a client waits for the response. */
export const readingThreads = threadsLayer();

/** Threads that seal documents. They never wait for a document that is read. */
export const sealingThreads = threadsLayer();

function runJob(
  { entry, places }: ThreadCode,
  message: JobMessage,
  { deadline, memoryMb = 768 }: JobLimits,
): Effect.Effect<unknown, JobFailed> {
  return Effect.scoped(
    Effect.gen(function* () {
      const thread = yield* Effect.acquireRelease(
        Effect.sync(() => new JobThread(new URL(JOB_ENTRY, entry), places, memoryMb)),
        (started) => Effect.promise(() => started.stop()),
      );
      const within = (limit: Duration.Input, text: string) =>
        Effect.timeoutOrElse({
          duration: limit,
          orElse: () => Effect.fail(new JobFailed({ reason: "deadline", message: text })),
        });
      yield* thread.hear("ready").pipe(within(STARTS_WITHIN, "The thread does not start"));
      thread.send(message);
      return yield* thread.hear("done").pipe(within(deadline, "The job takes too long"));
    }),
  );
}

/** A thread that does one job. */
class JobThread {
  readonly #worker: Worker;
  readonly #heard: Array<JobReply | JobFailed> = [];
  #listener: (() => void) | undefined;
  readonly #canBeStopped: Promise<void>;
  readonly #endWatch: () => void;

  constructor(entry: URL, places: ThreadCode["places"], memoryMb: number) {
    // Options of this process may be none for a thread, which then would not start.
    this.#worker = new Worker(entry, {
      workerData: places,
      resourceLimits: limitsAbove(memoryMb),
      execArgv: [],
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#canBeStopped = promise;
    const hear = (heard: JobReply | JobFailed) => {
      resolve();
      this.#heard.push(heard);
      this.#listener?.();
    };
    const die = (message: string) => hear(new JobFailed({ reason: "death", message }));
    this.#worker.on("message", hear);
    // Without a listener an error in a thread ends the process.
    this.#worker.on("error", (error) => die(reasonOf(error)));
    this.#worker.on("exit", (code) => die(`exit ${code}`));
    this.#endWatch = watchMemory(this.#worker, memoryMb, () => die(TOO_MUCH_MEMORY));
  }

  send(message: JobMessage): void {
    this.#worker.postMessage(message);
  }

  /** Waits for what the thread says next; anything but what is expected is why the job failed. */
  hear(kind: "ready" | "done"): Effect.Effect<unknown, JobFailed> {
    return Effect.callback((resume) => {
      this.#listener = () => {
        const heard = this.#heard.shift();
        if (heard === undefined) return;
        this.#listener = undefined;
        resume(outcomeOf(heard, kind));
      };
      this.#listener();
    });
  }

  /** Ends the thread whatever it does. */
  async stop(): Promise<void> {
    this.#endWatch();
    // Stopped while it loads its code, a thread can take the process with it.
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Duration.toMillis(STARTS_WITHIN));
    });
    await Promise.race([this.#canBeStopped, enough]);
    clearTimeout(timer);
    await this.#worker.terminate();
  }
}

function outcomeOf(
  heard: JobReply | JobFailed,
  expected: "ready" | "done",
): Effect.Effect<unknown, JobFailed> {
  if (heard instanceof JobFailed) return Effect.fail(heard);
  if (heard.kind === "failed")
    return Effect.fail(new JobFailed({ reason: "fault", message: heard.message }));
  if (heard.kind !== expected)
    return Effect.fail(new JobFailed({ reason: "death", message: `It said "${heard.kind}"` }));
  return Effect.succeed(heard.kind === "done" ? heard.output : undefined);
}
