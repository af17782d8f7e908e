import { RecentlyUsed } from "./recently_used.ts";

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
export class DrawingCosts {
  readonly #known = new RecentlyUsed<Known>({ count: MOST, bytes: MOST });

  /** In microseconds. */
  extraOf(version: string): number {
    return this.#known.find(version)?.certain ?? 0;
  }

  /** Notes how much longer than expected a drawing took: a thread may just have been busy once. */
  learn(version: string, extraMicros: number): void {
    const last = Math.max(0, extraMicros);
    const before = last < BEYOND_DOUBT ? (this.#known.find(version)?.last ?? 0) : last;
    this.#known.keep(version, { last, certain: Math.min(before, last) }, 1);
  }
}
