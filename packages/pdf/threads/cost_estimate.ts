import { LruCache } from "../lru_cache.ts";

/** What a job is about, as far as one can tell without doing it. */
export interface Workload {
  /** Rows of all loops. */
  readonly rows?: number;
  /** Length of the data, or of the texts to look through. */
  readonly characters?: number;
  /** Files that are put into the document as they are. */
  readonly copiedBytes?: number;
  /** Files that are read and checked. */
  readonly readBytes?: number;
  /** What drawing the same version is known to take without data, in microseconds. */
  readonly knownMicros?: number;
  /** Whether what is read can be far more than its size says: PDFs and drawings of a layout. */
  readonly isStrange?: boolean;
}

/** What is added for what nobody can tell: enough to be heavy, so that it never stands before small jobs. */
const STRANGE_MICROS = 250_000;

/** A version that takes less is like most others, for which the estimate was made. */
const NOTABLE_MICROS = 50_000;

/**
 * How long a job takes about, in microseconds.
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
  isStrange = false,
}: Workload): number {
  const drawing = knownMicros < NOTABLE_MICROS ? 0 : knownMicros;
  const known = 250 + drawing + rows * 50 + characters / 10 + copiedBytes / 100 + readBytes / 20;
  return Math.round(isStrange ? known + STRANGE_MICROS : known);
}

/** Whether jobs of an estimate keep to a lane of their own, so that small ones need not wait for them. */
export function isHeavy(micros: number): boolean {
  return micros > 200_000;
}

/** What one thread is given at once, at most. */
export const BATCH = { jobs: 16, micros: 5_000 } as const;

/**
 * How many of the first waiting jobs one thread takes at once, by their estimates, if its share is so
 * many: `[1000, 1000, 1000, 1000]` and a share of 2, 2; `[4000, 4000]` and 2, 1; never none.
 */
export function batchSize(waiting: ReadonlyArray<number>, share: number): number {
  const most = Math.min(BATCH.jobs, share, waiting.length);
  let micros = 0;
  for (let size = 0; size < most; size++) {
    micros += waiting[size] ?? 0;
    if (micros > BATCH.micros) return Math.max(1, size);
  }
  return Math.max(1, most);
}

/** So many versions are remembered. */
const MOST = 4_096;

/** A drawing that takes so much longer than expected, in microseconds, is believed the first time. */
const BEYOND_DOUBT = 1_000_000;

interface Known {
  readonly last: number;
  readonly certain: number;
}

/**
 * What drawings of a version take beyond what their data lets expect, learned from those that were
 * drawn: for versions that were published before this was measured, and those whose cost the data hides.
 */
export class LearnedCosts {
  readonly #known = new LruCache<Known>({ count: MOST, bytes: MOST });

  /** In microseconds. */
  extraOf(version: string): number {
    return this.#known.get(version)?.certain ?? 0;
  }

  /** Notes how much longer than expected a drawing took: a thread may just have been busy once. */
  learn(version: string, extraMicros: number): void {
    const last = Math.max(0, extraMicros);
    const before = last < BEYOND_DOUBT ? (this.#known.get(version)?.last ?? 0) : last;
    this.#known.set(version, { last, certain: Math.min(before, last) }, 1);
  }
}
