import { Worker } from "node:worker_threads";

import type { BatchMessage, Reply, ThreadMessage, UnknownTemplate } from "./messages.ts";
import { READY } from "./messages.ts";
import type { ThreadCode } from "./thread_code.ts";

/** What a thread tells. */
export interface ThreadListener {
  readonly ready: () => void;
  readonly answered: (at: number, answer: Reply | UnknownTemplate) => void;
  /** Told once, and never of a thread that was stopped. */
  readonly died: (reason: string) => void;
}

/** A thread that draws. */
export interface Thread {
  readonly send: (batch: BatchMessage) => void;
  /** Ends the thread whatever it does. */
  readonly stop: () => Promise<void>;
}

/**
 * Memory a thread may take before it is stopped; drawing a page takes a hundredth of it. Little room for
 * what is new makes it collect often, which costs less than the memory would.
 */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 };

/** Starts a thread. */
export function startThread(code: ThreadCode, listener: ThreadListener): Thread {
  const worker = new Worker(code.entry, { workerData: code.places, resourceLimits: LIMITS });
  let isOver = false;
  const die = (reason: string) => {
    if (isOver) return;
    isOver = true;
    listener.died(reason);
  };
  worker.on("message", (message: ThreadMessage) => {
    if (isOver) return;
    if (message === READY) listener.ready();
    else listener.answered(message.at, message.answer);
  });
  // Without a listener an error in a thread ends the process.
  worker.on("error", (error) => die(error instanceof Error ? error.message : String(error)));
  worker.on("exit", (code) => die(`exit ${code}`));
  return {
    send: (batch) => worker.postMessage(batch),
    stop: async () => {
      isOver = true;
      await worker.terminate();
    },
  };
}
