import { Data, Deferred, type Duration, Effect } from "effect";

/** There is no memory for a body at the moment (503). Retry the request. */
export class BodyRefused extends Data.TaggedError("body_refused")<{ readonly message: string }> {}

/** A part of the memory for bodies, until it is released. */
export interface MemoryShare {
  readonly release: () => void;
}

interface Waiting {
  readonly sender: string;
  readonly bytes: number;
  readonly granted: Deferred.Deferred<MemoryShare>;
}

/** How much memory bodies may take, and how long a request waits for its share. */
export interface BodyMemoryOptions {
  readonly bytes: number;
  /** The share of one sender. The rest stays free for others. */
  readonly bytesPerSender: number;
  readonly longestWait: Duration.Input;
}

/**
 * A bound for the memory of all request bodies of a process: a request reserves the size of its body before it
 * is read, and waits for its turn while there is too little. A waiting body stays with its sender (TCP).
 */
export class BodyMemory {
  readonly #options: BodyMemoryOptions;
  readonly #taken = new Map<string, number>();
  #free: number;
  #waiting: ReadonlyArray<Waiting> = [];

  constructor(options: BodyMemoryOptions) {
    this.#options = options;
    this.#free = options.bytes;
  }

  /** Whether requests wait for memory that others have. */
  get isContended(): boolean {
    return this.#waiting.length > 0;
  }

  /** Reserves memory; a body that is larger than a sender's share takes all of that share. */
  readonly reserve = (sender: string, size: number): Effect.Effect<MemoryShare, BodyRefused> =>
    Effect.suspend(() => {
      const bytes = Math.min(size, this.#options.bytesPerSender);
      const granted = Deferred.makeUnsafe<MemoryShare>();
      const waiting: Waiting = { sender, bytes, granted };
      this.#waiting = [...this.#waiting, waiting];
      this.#grant();
      const leave = Effect.sync(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        // Smaller ones may have waited behind it.
        this.#grant();
      });
      return Deferred.await(granted).pipe(
        Effect.timeoutOrElse({
          duration: this.#options.longestWait,
          orElse: () => Effect.andThen(leave, new BodyRefused({ message: BUSY })),
        }),
        Effect.onInterrupt(() =>
          Effect.flatMap(Deferred.isDone(granted), (isDone) =>
            isDone ? Effect.map(Deferred.await(granted), ({ release }) => release()) : leave,
          ),
        ),
      );
    });

  /** In order of arrival, except that senders with a full share are passed over. */
  #grant(): void {
    const left: Array<Waiting> = [];
    let isFull = false;
    for (const waiting of this.#waiting) {
      const own = this.#taken.get(waiting.sender) ?? 0;
      const isBeyondShare = own + waiting.bytes > this.#options.bytesPerSender;
      isFull ||= !isBeyondShare && waiting.bytes > this.#free;
      if (isBeyondShare || isFull) left.push(waiting);
      else this.#take(waiting);
    }
    this.#waiting = left;
  }

  #take({ sender, bytes, granted }: Waiting): void {
    this.#free -= bytes;
    this.#taken.set(sender, (this.#taken.get(sender) ?? 0) + bytes);
    let isTaken = true;
    const release = () => {
      if (!isTaken) return;
      isTaken = false;
      this.#free += bytes;
      const own = (this.#taken.get(sender) ?? 0) - bytes;
      if (own > 0) this.#taken.set(sender, own);
      else this.#taken.delete(sender);
      this.#grant();
    };
    Deferred.doneUnsafe(granted, Effect.succeed({ release }));
  }
}

const BUSY = "Too many large requests at once; try again soon";
