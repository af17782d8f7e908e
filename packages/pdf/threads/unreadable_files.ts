import { createHash } from "node:crypto";

import { Clock, Duration, Effect, Semaphore } from "effect";

import { LruCache } from "../lru_cache.ts";

/** The maximum number of entries, which take some 200 bytes each. */
const MAX_ENTRIES = 2_000;

/** How long files that took too long are refused; the node may have been busy. */
const COSTLY_DURATION = Duration.minutes(10);

/** The reason why a file is unreadable. */
export interface Unreadable {
  readonly message: string;
  /** Whether the reason depends on the load of the node. */
  readonly isCostly: boolean;
}

interface Entry {
  readonly message: string;
  readonly until: number;
}

/** The readers of one file: one reads, the others wait for its result. */
interface Turn {
  readonly lock: Semaphore.Semaphore;
  readers: number;
}

/**
 * Remembers unreadable files by SHA-256, so that they are not read again. In memory, so that entries do not
 * outlive the code that read the files. Outages are not remembered.
 */
export class UnreadableFiles {
  readonly #entries = new LruCache<Entry>({ count: MAX_ENTRIES, bytes: MAX_ENTRIES });
  readonly #turns = new Map<string, Turn>();

  /**
   * Reads a file unless it is known to be unreadable. Concurrent calls for the same file run one at a time.
   *
   * @param read Reads the file.
   * @param toError Converts a message to the error of the caller.
   * @param verdict Returns what a failure says about the file, `undefined` for an outage.
   */
  readOnce<A, E>(
    file: Uint8Array,
    read: Effect.Effect<A, E>,
    toError: (message: string) => E,
    verdict: (error: E) => Unreadable | undefined,
  ): Effect.Effect<A, E> {
    return Effect.suspend(() => {
      const hash = createHash("sha256").update(file).digest("base64");
      const once = Effect.gen({ self: this }, function* () {
        const entry = this.#entries.get(hash);
        const now = yield* Clock.currentTimeMillis;
        if (entry !== undefined && now < entry.until) {
          return yield* Effect.fail(toError(entry.message));
        }
        return yield* Effect.tapError(read, (error) =>
          Effect.sync(() => this.#remember(hash, verdict(error), now)),
        );
      });
      return this.#inTurn(hash, once);
    });
  }

  #remember(hash: string, verdict: Unreadable | undefined, now: number): void {
    if (verdict === undefined) return;
    const until = verdict.isCostly ? now + Duration.toMillis(COSTLY_DURATION) : Infinity;
    this.#entries.set(hash, { message: verdict.message, until }, 1);
  }

  #inTurn<A, E>(hash: string, reading: Effect.Effect<A, E>): Effect.Effect<A, E> {
    const turn = this.#turns.get(hash) ?? { lock: Semaphore.makeUnsafe(1), readers: 0 };
    this.#turns.set(hash, turn);
    turn.readers += 1;
    const leave = Effect.sync(() => {
      turn.readers -= 1;
      if (turn.readers === 0) this.#turns.delete(hash);
    });
    return Effect.ensuring(turn.lock.withPermit(reading), leave);
  }
}
