import { Context, Deferred, Duration, Effect, Layer, Schema } from "effect";

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
  /** Time limit, from when the thread has started. */
  readonly deadline: Duration.Input;
  /** Memory limit in MiB, of the heap and of memory outside the heap: 768 by default. */
  readonly memoryMb?: number;
}

/** Jobs that run concurrently, of all projects and of one; the others wait. */
const SLOTS: SlotLimits = { slots: 3, share: 2 };

/** Time limit of a thread's start. */
const START_LIMIT = Duration.seconds(10);

/**
 * Runs each job on an untrusted document on a separate thread, which can be terminated even while a library
 * hangs. This also frees its memory.
 */
export class OneShotThreads extends Context.Service<
  OneShotThreads,
  {
    /** Runs a job within limits. An interruption terminates its thread. */
    readonly run: <N extends JobName>(
      name: N,
      input: JobInput<N>,
      limits: JobLimits,
    ) => Effect.Effect<JobOutput<N>, JobFailed>;
  }
>()("@paraph/pdf/OneShotThreads") {}

/** Each layer has its own slots. */
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

/** Threads that sign documents. They never wait for readers. */
export const sealingThreads = threadsLayer();

function runJob(
  { entry, places }: ThreadCode,
  message: JobMessage,
  { deadline, memoryMb = 768 }: JobLimits,
): Effect.Effect<unknown, JobFailed> {
  const code = { entry: new URL(JOB_ENTRY, entry), places };
  return Effect.gen(function* () {
    const ready = yield* Deferred.make<void, JobFailed>();
    const output = yield* Deferred.make<unknown, JobFailed>();
    const settle = (reply: JobReply) =>
      Deferred.doneUnsafe(
        output,
        reply.kind === "done" ? Effect.succeed(reply.output) : failJob("fault", reply.message),
      );
    const thread = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const workerThread = startThread<JobMessage, JobReply>(
          code,
          { memoryMb },
          {
            ready: () => Deferred.doneUnsafe(ready, Effect.void),
            message: settle,
            exit: (reason) => {
              Deferred.doneUnsafe(ready, failJob("death", reason));
              Deferred.doneUnsafe(output, failJob("death", reason));
            },
          },
        );
        return { ...workerThread, endWatch: workerThread.watchMemory() };
      }),
      ({ stop, endWatch }) => {
        endWatch();
        return Effect.promise(stop);
      },
    );
    const within = (limit: Duration.Input, text: string) =>
      Effect.timeoutOrElse({ duration: limit, orElse: () => failJob("deadline", text) });
    yield* Deferred.await(ready).pipe(within(START_LIMIT, "The thread does not start"));
    thread.send(message);
    return yield* Deferred.await(output).pipe(within(deadline, "The job takes too long"));
  }).pipe(Effect.scoped);
}

function failJob(reason: JobFailed["reason"], message: string): Effect.Effect<never, JobFailed> {
  return Effect.fail(new JobFailed({ reason, message }));
}
