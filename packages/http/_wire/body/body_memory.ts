import { Data, Deferred, type Duration, Effect } from "effect";

/** Too little memory for a body at the moment (503). Retry the request. */
export class BodyRefused extends Data.TaggedError("body_refused")<{ readonly message: string }> {}

/** A reserved part of the memory, until it is released. */
export interface MemoryShare {
  readonly release: () => void;
}

interface PendingRequest {
  readonly sender: string;
  readonly bytes: number;
  readonly grant: Deferred.Deferred<MemoryShare>;
}

/** The size of the memory for bodies, and how long requests wait for it. */
export interface BodyMemoryOptions {
  readonly bytes: number;
  /** The share of one sender. The rest stays free for others. */
  readonly bytesPerSender: number;
  readonly longestWait: Duration.Input;
}

/**
 * Limits the memory of all request bodies of a process. A request reserves the size of its body
 * before it reads it, and waits while there is too little. TCP flow control leaves the unread body
 * with the client.
 */
export class BodyMemory {
  readonly #options: BodyMemoryOptions;
  readonly #reserved = new Map<string, number>();
  #free: number;
  #waiting: ReadonlyArray<PendingRequest> = [];

  constructor(options: BodyMemoryOptions) {
    this.#options = options;
    this.#free = options.bytes;
  }

  /** Whether requests wait for memory. */
  get isContended(): boolean {
    return this.#waiting.length > 0;
  }

  /** Reserves memory. A body that exceeds its sender's share reserves the whole share. */
  readonly reserve = (sender: string, size: number): Effect.Effect<MemoryShare, BodyRefused> =>
    Effect.suspend(() => {
      const bytes = Math.min(size, this.#options.bytesPerSender);
      const grant = Deferred.makeUnsafe<MemoryShare>();
      const waiting: PendingRequest = { sender, bytes, grant };
      this.#waiting = [...this.#waiting, waiting];
      this.#grant();
      const leave = Effect.sync(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        // Smaller requests may have waited behind this one.
        this.#grant();
      });
      return Deferred.await(grant).pipe(
        Effect.timeoutOrElse({
          duration: this.#options.longestWait,
          orElse: () => Effect.andThen(leave, new BodyRefused({ message: BUSY })),
        }),
        Effect.onInterrupt(() =>
          Effect.flatMap(Deferred.isDone(grant), (isDone) =>
            isDone ? Effect.map(Deferred.await(grant), ({ release }) => release()) : leave,
          ),
        ),
      );
    });

  /** Grants in order of arrival, but skips senders that have used their share. */
  #grant(): void {
    const remaining: Array<PendingRequest> = [];
    let isFull = false;
    for (const waiting of this.#waiting) {
      const reservedBySender = this.#reserved.get(waiting.sender) ?? 0;
      const isBeyondShare = reservedBySender + waiting.bytes > this.#options.bytesPerSender;
      isFull ||= !isBeyondShare && waiting.bytes > this.#free;
      if (isBeyondShare || isFull) remaining.push(waiting);
      else this.#take(waiting);
    }
    this.#waiting = remaining;
  }

  #take({ sender, bytes, grant }: PendingRequest): void {
    this.#free -= bytes;
    this.#reserved.set(sender, (this.#reserved.get(sender) ?? 0) + bytes);
    let isReserved = true;
    const release = () => {
      if (!isReserved) return;
      isReserved = false;
      this.#free += bytes;
      const reservedBySender = (this.#reserved.get(sender) ?? 0) - bytes;
      if (reservedBySender > 0) this.#reserved.set(sender, reservedBySender);
      else this.#reserved.delete(sender);
      this.#grant();
    };
    Deferred.doneUnsafe(grant, Effect.succeed({ release }));
  }
}

const BUSY = "Too many large requests at once; try again soon";
