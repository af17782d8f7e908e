import { LruCache } from "../lru_cache.ts";

/** The size of a job, as known before it runs. */
export interface Workload {
  /** Rows of all loops. */
  readonly rows?: number;
  /** Length of the data, or of the texts to check. */
  readonly characters?: number;
  /** Size of the files that the document embeds unchanged. */
  readonly copiedBytes?: number;
  /** Size of the files to read and check. */
  readonly readBytes?: number;
  /** The measured time to render the same version without data, in microseconds. */
  readonly knownMicros?: number;
  /** Whether the work can far exceed the size of the files: PDFs and drawings of a layout. */
  readonly isUntrusted?: boolean;
}

/** Added for unpredictable jobs: enough to count as heavy, so that they never precede small jobs. */
const UNTRUSTED_MICROS = 250_000;

/** Versions below this are covered by the estimate. */
const NOTABLE_MICROS = 50_000;

/**
 * Estimates the time of a job, in microseconds.
 *
 * An invoice of 12 rows and 2,000 characters: 1,050. A statement of 1,500 rows and 120,000 characters:
 * 87,250. An image of 8 MiB to be checked: 419,680.
 */
export function estimateMicros({
  rows = 0,
  characters = 0,
  copiedBytes = 0,
  readBytes = 0,
  knownMicros = 0,
  isUntrusted = false,
}: Workload): number {
  const drawing = knownMicros < NOTABLE_MICROS ? 0 : knownMicros;
  const micros = 250 + drawing + rows * 50 + characters / 10 + copiedBytes / 100 + readBytes / 20;
  return Math.round(isUntrusted ? micros + UNTRUSTED_MICROS : micros);
}

/** Returns whether a job belongs to the lane of large jobs, so that small ones do not wait for it. */
export function isHeavy(micros: number): boolean {
  return micros > 200_000;
}

/**
 * The maximum size of a batch for one thread. Between batches, a thread waits while the main thread is busy;
 * during one, other tenants wait for the thread.
 */
export const BATCH = { jobs: 16, micros: 20_000 } as const;

/**
 * Returns how many of the first waiting jobs a thread takes as a batch, at least 1. For estimates `[1000,
 * 1000, 1000, 1000]` and a share of 2 it returns 2; for `[15000, 15000]` and 2 it returns 1.
 */
export function batchSize(waiting: ReadonlyArray<number>, share: number): number {
  const limit = Math.min(BATCH.jobs, share, waiting.length);
  let micros = 0;
  for (let size = 0; size < limit; size++) {
    micros += waiting[size] ?? 0;
    if (micros > BATCH.micros) return Math.max(1, size);
  }
  return Math.max(1, limit);
}

const MAX_VERSIONS = 4_096;

/** A render that exceeds its estimate by this much, in microseconds, counts the first time. */
const CERTAIN_EXCESS_MICROS = 1_000_000;

interface LearnedCost {
  readonly last: number;
  readonly certain: number;
}

/**
 * The extra time of a version's renders beyond their estimates, learned from earlier renders. For versions
 * without a measurement, and those whose cost does not depend on the data.
 */
export class LearnedCosts {
  readonly #costs = new LruCache<LearnedCost>({ count: MAX_VERSIONS, bytes: MAX_VERSIONS });

  /** In microseconds. */
  extraOf(version: string): number {
    return this.#costs.get(version)?.certain ?? 0;
  }

  /**
   * Records by how much a render exceeded its estimate. One render does not count, because the thread may
   * have been busy.
   */
  learn(version: string, extraMicros: number): void {
    const last = Math.max(0, extraMicros);
    const before = last < CERTAIN_EXCESS_MICROS ? (this.#costs.get(version)?.last ?? 0) : last;
    this.#costs.set(version, { last, certain: Math.min(before, last) }, 1);
  }
}
