import { Context, Deferred, Duration, Effect, Exit, Layer, Pool, Schema } from "effect";

import { FairSlots, type SlotLimits } from "./fair_slots.ts";
import type { JobInput, JobMessage, JobName, JobOutput, JobReply } from "./job_thread.ts";
import { JOB_ENTRY, type ThreadCode, threadCode } from "./thread_code.ts";
import { startThread } from "./worker_thread.ts";

/** A job failed. */
export class JobFailed extends Schema.TaggedError<JobFailed>()("job_failed", {
  /** `fault`: the job threw an error; `deadline`: it exceeded its time limit; `death`: its thread died. */
  reason: Schema.Literals(["fault", "deadline", "death"]),
  message: Schema.String,
}) {}

/** The limits of a job. */
export interface JobLimits {
  /** Time limit, from when its thread is ready. */
  readonly deadline: Duration.Input;
}

/** The limits of threads. */
export interface JobThreadLimits {
  /** Memory limit in MiB, of the heap and of memory outside the heap. */
  readonly memoryMb: number;
}

/** Jobs that run concurrently, of all projects and of one; the others wait. */
const SLOTS: SlotLimits = { slots: 3, share: 2 };

/** A thread without jobs ends after this time, and each after so many jobs: libraries may keep memory. */
const IDLE = Duration.seconds(10);
const MAX_JOBS = 100;

/** The part of the memory limit that a job may leave behind for the next one. */
const MOST_KEPT = 0.25;
const MIB = 1024 * 1024;

/** Time limit of a thread's start. */
const START_LIMIT = Duration.seconds(10);

/**
 * Runs jobs on untrusted documents on threads, one at a time on each. A thread can be terminated even while a
 * library hangs, which also frees its memory. No job runs on a thread after one that failed.
 */
export class JobThreads extends Context.Service<
  JobThreads,
  {
    /** Runs a job within limits. An interruption terminates its thread. */
    readonly run: <N extends JobName>(
      name: N,
      input: JobInput<N>,
      limits: JobLimits,
    ) => Effect.Effect<JobOutput<N>, JobFailed>;
  }
>()("@paraph/pdf/JobThreads") {}

/** Each layer has its own threads. */
export function jobThreads({ memoryMb }: JobThreadLimits) {
  return Layer.effect(
    JobThreads,
    Effect.gen(function* () {
      const code = yield* threadCode;
      const slots = new FairSlots(SLOTS);
      const pool = yield* Pool.makeWithTTL({
        acquire: startJobThread(code, memoryMb),
        min: 0,
        max: SLOTS.slots,
        timeToLive: IDLE,
      });
      const runOnThread = (message: JobMessage, { deadline }: JobLimits) =>
        Effect.gen(function* () {
          const thread = yield* Pool.get(pool);
          return yield* thread.run(message).pipe(
            within(deadline, "The job takes too long"),
            Effect.onExit((exit) =>
              Exit.isFailure(exit) || thread.isUsedUp()
                ? Pool.invalidate(pool, thread)
                : Effect.void,
            ),
          );
        }).pipe(Effect.scoped);
      const run = <N extends JobName>(name: N, input: JobInput<N>, limits: JobLimits) =>
        slots.run(runOnThread({ name, input }, limits)).pipe(
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the job of that name gave
          Effect.map((output) => output as JobOutput<N>),
          Effect.withSpan("JobThreads.run", { attributes: { job: name } }),
        );
      return JobThreads.of({ run });
    }),
  );
}

/** Threads that read documents while a client waits for the response. */
export const readingThreads = jobThreads({ memoryMb: 768 });

/** Threads that sign documents. They never wait for readers. */
export const sealingThreads = jobThreads({ memoryMb: 1536 });

/** A thread for one job at a time. */
interface JobThread {
  readonly run: (message: JobMessage) => Effect.Effect<unknown, JobFailed>;
  /** Whether it should not run more jobs. */
  readonly isUsedUp: () => boolean;
}

/** Starts a thread, which ends with the scope. */
const startJobThread = Effect.fnUntraced(function* (
  { entry, places }: ThreadCode,
  memoryMb: number,
) {
  const code = { entry: new URL(JOB_ENTRY, entry), places };
  const ready = yield* Deferred.make<void, JobFailed>();
  const death = yield* Deferred.make<never, JobFailed>();
  let jobs = 0;
  let isFull = false;
  let settle: ((reply: JobReply) => void) | undefined;
  const thread = yield* Effect.acquireRelease(
    Effect.sync(() =>
      startThread<JobMessage, JobReply>(
        code,
        { memoryMb },
        {
          ready: () => Deferred.doneUnsafe(ready, Effect.void),
          message: (reply) => settle?.(reply),
          exit: (reason) => {
            const failure = failJob("death", reason);
            Deferred.doneUnsafe(ready, failure);
            Deferred.doneUnsafe(death, failure);
          },
        },
      ),
    ),
    ({ stop }) => Effect.promise(stop),
  );
  yield* Deferred.await(ready).pipe(within(START_LIMIT, "The thread does not start"));
  const reply = (message: JobMessage) =>
    Effect.callback<unknown, JobFailed>((resume) => {
      settle = ({ memory, ...result }) => {
        isFull = memory > memoryMb * MIB * MOST_KEPT;
        resume(
          result.kind === "done" ? Effect.succeed(result.output) : failJob("fault", result.message),
        );
      };
      jobs += 1;
      thread.send(message);
    });
  const run = (message: JobMessage) =>
    Effect.acquireUseRelease(
      Effect.sync(thread.watchMemory),
      () => Effect.raceFirst(reply(message), Deferred.await(death)),
      (endWatch) => Effect.sync(endWatch),
    );
  const jobThread: JobThread = { run, isUsedUp: () => isFull || jobs >= MAX_JOBS };
  return jobThread;
});

function within(limit: Duration.Input, text: string) {
  return Effect.timeoutOrElse({ duration: limit, orElse: () => failJob("deadline", text) });
}

function failJob(reason: JobFailed["reason"], message: string): Effect.Effect<never, JobFailed> {
  return Effect.fail(new JobFailed({ reason, message }));
}
