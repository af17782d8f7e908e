import { Worker } from "node:worker_threads";

import {
  type BatchMessage,
  READY,
  type Reply,
  type ThreadMessage,
  type UnknownTemplate,
} from "./messages.ts";
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

/** Little room for what is new makes a thread collect often, which costs less than the memory would. */
const YOUNG_MB = 16;

/** Starts a thread that is stopped when it takes more memory than that. */
export function startThread(
  { entry, places }: ThreadCode,
  memoryMb: number,
  listener: ThreadListener,
): Thread {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
  // Options of this process may be none for a thread, which then would not start.
  const worker = new Worker(entry, { workerData: places, resourceLimits, execArgv: [] });
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
