import { Worker } from "node:worker_threads";

import { RendererUnavailable } from "@paraph/core/renders";
import { Effect, type Scope } from "effect";

import type { Job, READY, Reply } from "./messages.ts";

/** A thread that takes one job at a time. */
export interface Thread {
  /** Fails when the thread dies over the job, or has died before. */
  readonly run: (job: Job) => Effect.Effect<Reply, RendererUnavailable>;
}

/** Memory a thread may take before it is stopped; drawing a page takes a tenth of it. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };

/** Starts a thread and waits until it can draw; it is stopped, whatever it does, when the scope closes. */
export const startThread: Effect.Effect<Thread, RendererUnavailable, Scope.Scope> = Effect.gen(
  function* () {
    const worker = yield* Effect.acquireRelease(
      Effect.sync(
        () =>
          new Worker(new URL("./render_thread.ts", import.meta.url), { resourceLimits: LIMITS }),
      ),
      (started) => Effect.promise(() => started.terminate()),
    );
    let death: RendererUnavailable | undefined;
    const die = (reason: string) => {
      death ??= new RendererUnavailable({ message: `A render thread stopped: ${reason}` });
    };
    // Kept for the thread's life: without a listener an error in a thread ends the process.
    worker.on("error", (error) => die(error instanceof Error ? error.message : String(error)));
    worker.on("exit", (code) => die(`exit ${code}`));

    /** The next message, or the thread's death. */
    const reply = <A>(send: () => void) =>
      Effect.callback<A, RendererUnavailable>((resume) => {
        const stopListening = () => worker.off("message", received).off("exit", died);
        const received = (message: A) => {
          stopListening();
          resume(Effect.succeed(message));
        };
        const died = () => {
          stopListening();
          resume(Effect.fail(death ?? NO_REASON));
        };
        worker.once("message", received).once("exit", died);
        if (death === undefined) send();
        else died();
        return Effect.sync(stopListening);
      });

    yield* reply<typeof READY>(() => {});
    return { run: (job) => reply<Reply>(() => worker.postMessage(job, filesOf(job))) };
  },
);

const NO_REASON = new RendererUnavailable({ message: "A render thread stopped" });

/** Bytes that are handed over rather than copied. */
function filesOf(job: Job): ReadonlyArray<ArrayBuffer> {
  const files = job.kind === "draw" ? [...job.fetched.values()] : [];
  return files.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}
