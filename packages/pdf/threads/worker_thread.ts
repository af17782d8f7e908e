import { type ResourceLimits, Worker } from "node:worker_threads";

import { READY } from "./messages.ts";
import type { ThreadCode } from "./thread_code.ts";

/** The events of a worker thread. */
export interface ThreadListener<Out> {
  /** Called once, when the thread can take messages. */
  readonly ready: () => void;
  readonly message: (message: Out) => void;
  /** Called at most once, and never after `stop`. Also called for a thread that does not start. */
  readonly exit: (reason: string) => void;
}

/** The limits of a worker thread. */
export interface ThreadLimits {
  /** Memory limit in MiB, of the heap and of memory outside the heap. */
  readonly memoryMb: number;
  /** Time limit of the start: 30 seconds by default. A start usually takes a tenth of a second. */
  readonly startMillis?: number;
  /** Limit of V8's young generation in MiB; by default that of V8. */
  readonly youngMb?: number;
}

/** A worker thread that takes messages of one type. */
export interface WorkerThread<In> {
  readonly send: (message: In) => void;
  /** Watches the memory: the thread dies when it exceeds its limit. Returns a function that ends the watch. */
  readonly watchMemory: () => () => void;
  /** Terminates the thread, even when it is busy. A starting thread may finish its start first. */
  readonly stop: () => Promise<void>;
}

/** Maximum time that `stop` waits for a start. */
const START_GRACE_MILLIS = 10_000;

/** Starts a worker thread, which posts `READY` once and then its messages. */
export function startThread<In, Out>(
  { entry, places }: ThreadCode,
  { memoryMb, startMillis = 30_000, youngMb }: ThreadLimits,
  listener: ThreadListener<Out>,
): WorkerThread<In> {
  const resourceLimits = {
    ...heapLimit(memoryMb),
    ...(youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }),
  };
  // Some options of this process are not allowed in a thread, which then would not start.
  const worker = new Worker(entry, { workerData: places, resourceLimits, execArgv: [] });
  const start = Promise.withResolvers<void>();
  let isOver = false;
  const die = (reason: string) => {
    if (isOver) return;
    isOver = true;
    listener.exit(reason);
  };
  const startTimer = setTimeout(() => {
    start.resolve();
    die(`not started after ${startMillis} ms`);
  }, startMillis);
  const endStart = () => {
    clearTimeout(startTimer);
    start.resolve();
  };
  worker.on("message", (message: typeof READY | Out) => {
    if (message === READY) endStart();
    if (isOver) return;
    if (message === READY) listener.ready();
    else listener.message(message);
  });
  // Without a listener an error in a thread ends the process.
  worker.on("error", (error) => die(reasonOf(error)));
  worker.on("exit", (code) => {
    endStart();
    die(`exit ${code}`);
  });
  return {
    send: (message) => worker.postMessage(message),
    watchMemory: () => watchMemory(worker, memoryMb, () => die(MEMORY_EXCEEDED)),
    stop: async () => {
      isOver = true;
      // V8 can abort the process when a thread is terminated while it loads its first module.
      await withTimeout(start.promise, START_GRACE_MILLIS);
      await worker.terminate();
    },
  };
}

async function withTimeout(promise: Promise<void>, millis: number): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, millis);
  await Promise.race([promise, timeout]);
  clearTimeout(timer);
}

/** Polling interval: a thread allocates at most some 100 MiB in between. */
const POLL_MILLIS = 50;

const MIB = 1024 * 1024;

/**
 * Distance of V8's heap limit from ours. A thread that hits V8's limit with one large array aborts the
 * process; the largest array takes 1 GiB, and twice that while it grows.
 */
const HEADROOM_MB = 3 * 1024;

/** Node reports a thread's memory from version 22.16 on; before, V8's limit is the only one. */
const REPORTS_MEMORY = "getHeapStatistics" in Worker.prototype;

/** The heap may exceed the limit by this factor: garbage counts, and V8 collects it late. */
const GARBAGE_FACTOR = 2;

function heapLimit(memoryMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: REPORTS_MEMORY ? memoryMb + HEADROOM_MB : memoryMb };
}

/**
 * Calls `onExceeded` once when a thread takes more memory than its limit. V8 limits only the heap, and a few
 * kilobytes of a file can unpack to gigabytes outside of it. A busy thread reports its memory, too.
 */
function watchMemory(worker: Worker, memoryMb: number, onExceeded: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const pollLater = () => {
    if (!isOver) timer = setTimeout(() => void poll(), POLL_MILLIS);
  };
  const poll = async () => {
    const memory = await memoryOf(worker);
    if (isOver || memory === undefined) return;
    const limit = memoryMb * MIB;
    if (memory.external <= limit && memory.heap <= GARBAGE_FACTOR * limit) return pollLater();
    isOver = true;
    onExceeded();
  };
  if (REPORTS_MEMORY) pollLater();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** In bytes; undefined when the thread has ended. */
async function memoryOf(worker: Worker) {
  try {
    const { used_heap_size: heap, external_memory: external } = await worker.getHeapStatistics();
    return { heap, external };
  } catch {
    return undefined;
  }
}

/** The reason for the death of a thread that exceeded its memory limit or V8's. */
export const MEMORY_EXCEEDED = "it took too much memory";

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isFull = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isFull ? MEMORY_EXCEEDED : error.message;
}
