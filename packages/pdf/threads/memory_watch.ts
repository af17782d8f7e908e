import { type ResourceLimits, Worker } from "node:worker_threads";

/** How often a thread is asked: one that fills its memory fills some 100 MiB meanwhile. */
const EVERY_MILLIS = 50;

const MIB = 1024 * 1024;

/**
 * How far V8's own limit lies above ours. A thread that meets that one with a single large array takes the
 * whole process with it; the largest array there can be takes a gigabyte, and two while it grows.
 */
const HEADROOM_MB = 3 * 1024;

/** Threads tell what they take from Node 22.16 on; before that V8's limit is all there is. */
const ARE_ASKABLE = "getHeapStatistics" in Worker.prototype;

/**
 * How many times its memory the heap of a thread may hold: what it has used and not collected yet is in
 * it too, and V8 is in no hurry to collect that far below its own limit.
 */
const UNCOLLECTED = 2;

/** The limits to start a thread with that is to be watched. */
export function limitsAbove(memoryMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: ARE_ASKABLE ? memoryMb + HEADROOM_MB : memoryMb };
}

/**
 * Watches how much memory a thread takes, of whatever kind. V8 knows only a limit of its heap, and has
 * no gentle way to keep it; files that are unpacked lie beside the heap, where a few kilobytes can become
 * all the memory there is. A thread answers in the midst of its work.
 *
 * @param memoryMb How much it may take, in MiB: of the heap what it needs, twice that as it goes.
 * @param exceeded Told once, when it has taken more.
 * @returns Ends the watch.
 */
export function watchMemory(worker: Worker, memoryMb: number, exceeded: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const askLater = () => {
    if (!isOver) timer = setTimeout(() => void ask(), EVERY_MILLIS);
  };
  const ask = async () => {
    const taken = await takenBy(worker);
    if (isOver || taken === undefined) return;
    const limit = memoryMb * MIB;
    if (taken.beside <= limit && taken.heap <= UNCOLLECTED * limit) return askLater();
    isOver = true;
    exceeded();
  };
  if (ARE_ASKABLE) askLater();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** In bytes; undefined when the thread is not there any more. */
async function takenBy(worker: Worker) {
  try {
    const { used_heap_size: heap, external_memory: beside } = await worker.getHeapStatistics();
    return { heap, beside };
  } catch {
    return undefined;
  }
}

/** What a thread that has taken too much is said to have died of, whoever noticed. */
export const TOO_MUCH_MEMORY = "it took too much memory";

/** Why a thread died, in words: V8 ends one whose heap is full by itself. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isFull = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isFull ? TOO_MUCH_MEMORY : error.message;
}
