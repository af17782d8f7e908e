import { type RendererUnavailable, RenderFault } from "@paraph/core/renders";
import { Context, type Duration, Effect, Layer, Pool } from "effect";

import type { Job, Reply } from "./messages.ts";
import { startThread } from "./thread.ts";

/** How many threads draw at once, and how long one job may take. */
export interface ThreadPoolOptions {
  readonly threads: number;
  readonly deadline: Duration.Input;
}

/** A bounded number of threads; a job waits until one is free. */
export class ThreadPool extends Context.Service<
  ThreadPool,
  { readonly run: (job: Job) => Effect.Effect<Reply, RenderFault | RendererUnavailable> }
>()("@paraph/worker/renders/ThreadPool") {
  /** Starts the threads; the deadline counts from when a thread takes a job. */
  static readonly layer = ({ threads, deadline }: ThreadPoolOptions) =>
    Layer.effect(
      ThreadPool,
      Effect.gen(function* () {
        const pool = yield* Pool.make({ acquire: startThread, size: threads });
        const run = Effect.fn("ThreadPool.run")((job: Job) =>
          Pool.use(pool, (thread) =>
            thread.run(job).pipe(
              Effect.timeoutOrElse({ duration: deadline, orElse: () => Effect.fail(OVERDUE) }),
              // A thread that is overdue, dead or no longer waited for is of no use to the next job.
              Effect.onExit((exit) =>
                exit._tag === "Success" ? Effect.void : Pool.invalidate(pool, thread),
              ),
            ),
          ),
        );
        return ThreadPool.of({ run });
      }),
    );
}

const OVERDUE = new RenderFault({
  code: "render_timeout",
  message: "The document took too long to draw",
});
