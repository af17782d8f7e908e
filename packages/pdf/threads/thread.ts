import { Worker } from "node:worker_threads";

import { limitsAbove, reasonOf, TOO_MUCH_MEMORY, watchMemory } from "./memory_watch.ts";
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
  /** Told once, and never of a thread that was stopped. A thread that does not start has died, too. */
  readonly died: (reason: string) => void;
}

/** What a thread may take. */
export interface ThreadLimits {
  /** How much memory of any kind, in MiB, before it is stopped. */
  readonly memoryMb: number;
  /** How long it may take to start: half a minute unless told otherwise; usual is a tenth of a second. */
  readonly startMillis?: number;
}

/** Ends a watch. */
export type EndOfWatch = () => void;

/** A thread that draws. */
export interface Thread {
  readonly send: (batch: BatchMessage) => void;
  /** Has it die when it takes more memory than it may. */
  readonly watch: () => EndOfWatch;
  /** Ends the thread whatever it does, but for its start, which it may finish first. */
  readonly stop: () => Promise<void>;
}

/** Little room for what is new makes a thread collect often, which costs less than the memory would. */
const YOUNG_MB = 16;

/** How long a thread that is to be stopped may go on starting. */
const PATIENCE_MILLIS = 10_000;

/** Starts a thread that is stopped when it takes more memory than it may. */
export function startThread(
  { entry, places }: ThreadCode,
  { memoryMb, startMillis = 30_000 }: ThreadLimits,
  listener: ThreadListener,
): Thread {
  const resourceLimits = { ...limitsAbove(memoryMb), maxYoungGenerationSizeMb: YOUNG_MB };
  // Options of this process may be none for a thread, which then would not start.
  const worker = new Worker(entry, { workerData: places, resourceLimits, execArgv: [] });
  const start = Promise.withResolvers<void>();
  let isOver = false;
  const die = (reason: string) => {
    if (isOver) return;
    isOver = true;
    listener.died(reason);
  };
  const startTimer = setTimeout(() => {
    start.resolve();
    die(`not started after ${startMillis} ms`);
  }, startMillis);
  const startIsOver = () => {
    clearTimeout(startTimer);
    start.resolve();
  };
  worker.on("message", (message: ThreadMessage) => {
    if (message === READY) startIsOver();
    if (isOver) return;
    if (message === READY) listener.ready();
    else listener.answered(message.at, message.answer);
  });
  // Without a listener an error in a thread ends the process.
  worker.on("error", (error) => die(reasonOf(error)));
  worker.on("exit", (code) => {
    startIsOver();
    die(`exit ${code}`);
  });
  return {
    send: (batch) => worker.postMessage(batch),
    watch: () => watchMemory(worker, memoryMb, () => die(TOO_MUCH_MEMORY)),
    stop: async () => {
      isOver = true;
      // A thread ended while it loads its first module can take the whole process with it: V8 gives up.
      await within(start.promise, PATIENCE_MILLIS);
      await worker.terminate();
    },
  };
}

/** Waits for something, but no longer than that. */
async function within(wanted: Promise<void>, millis: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, millis);
  await Promise.race([wanted, over]);
  clearTimeout(timer);
}
