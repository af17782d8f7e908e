import { createHash } from "node:crypto";

import { Clock, Duration, Effect, Semaphore } from "effect";

import { LruCache } from "../lru_cache.ts";

/** So many files are remembered; an entry takes some 200 bytes. */
const MOST = 2_000;

/** For how long a file is refused that took too long: the node may have been busy. */
const COSTLY_FOR = Duration.minutes(10);

/** Why a file cannot be read. */
export interface Unreadable {
  readonly message: string;
  /** Whether that depends on how busy the node is. */
  readonly isCostly: boolean;
}

interface Remembered {
  readonly message: string;
  readonly until: number;
}

/** Readers of one file: one reads, the others wait for what comes of it. */
interface Turn {
  readonly lock: Semaphore.Semaphore;
  readers: number;
}

/**
 * Remembers files that cannot be read, by their SHA-256, so that sending one again costs nothing. It
 * lives as long as the process and so never outlives the code that reads. Outages are not remembered.
 */
export class UnreadableFiles {
  readonly #known = new LruCache<Remembered>({ count: MOST, bytes: MOST });
  readonly #turns = new Map<string, Turn>();

  /**
   * Reads a file, unless it is known to be unreadable. The same file is read by one caller at a time.
   *
   * @param read Reads the file.
   * @param toError Makes the failure that callers see of a message.
   * @param verdict What a failure says about the file; `undefined` for an outage.
   */
  reading<A, E>(
    file: Uint8Array,
    read: Effect.Effect<A, E>,
    toError: (message: string) => E,
    verdict: (error: E) => Unreadable | undefined,
  ): Effect.Effect<A, E> {
    return Effect.suspend(() => {
      const hash = createHash("sha256").update(file).digest("base64");
      const once = Effect.gen({ self: this }, function* () {
        const known = this.#known.get(hash);
        const now = yield* Clock.currentTimeMillis;
        if (known !== undefined && now < known.until) {
          return yield* Effect.fail(toError(known.message));
        }
        return yield* Effect.tapError(read, (error) =>
          Effect.sync(() => this.#remember(hash, verdict(error), now)),
        );
      });
      return this.#inTurn(hash, once);
    });
  }

  #remember(hash: string, found: Unreadable | undefined, now: number): void {
    if (found === undefined) return;
    const until = found.isCostly ? now + Duration.toMillis(COSTLY_FOR) : Infinity;
    this.#known.set(hash, { message: found.message, until }, 1);
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
