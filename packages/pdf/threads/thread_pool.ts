import { type RendererUnavailable, type RenderFault } from "@paraph/core/renders";
import { CurrentTenant } from "@paraph/core/values";
import { Context, Duration, Effect, Layer } from "effect";

import type { Task } from "./batch.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { Job, Reply } from "./messages.ts";
import { threadCode } from "./thread_code.ts";

/** How many threads draw, and how they are kept. */
export interface ThreadPoolOptions {
  /**
   * How many jobs of one tenant run at once, at least two; half of them may be large. There are two
   * threads more: one for other tenants, one to replace a thread that is stopped.
   */
  readonly threads: number;
  readonly deadline: Duration.Input;
  /** After how many jobs a thread is replaced by a fresh one: 5,000 unless told otherwise. */
  readonly jobsPerThread?: number;
  /**
   * How much memory a thread may take, in MiB, before it is stopped: 768 unless told otherwise. A usual
   * document takes a hundredth of it.
   */
  readonly memoryMb?: number;
}

/** A bounded number of threads, which tenants share fairly; a job waits until one is free. */
export class ThreadPool extends Context.Service<
  ThreadPool,
  {
    /**
     * Does a job of which it is known about how many microseconds it takes. It fails when it takes
     * longer than the deadline, which counts from when a thread begins it, or when its thread dies.
     *
     * @param deadline A shorter deadline than that of the pool.
     */
    readonly run: (
      job: Job,
      micros: number,
      deadline?: Duration.Duration,
    ) => Effect.Effect<Reply, RenderFault | RendererUnavailable>;
  }
>()("@paraph/pdf/ThreadPool") {
  /** Starts the threads, and stops them whatever they do, once they have started, when the scope closes. */
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
          (started) => Effect.promise(() => started.close()),
        );
        const run: ThreadPool["Service"]["run"] = Effect.fn("ThreadPool.run")(
          (job, micros, limit) =>
            Effect.flatMap(CurrentTenant, (tenant) =>
              Effect.callback<Reply, RenderFault | RendererUnavailable>((resume) => {
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
