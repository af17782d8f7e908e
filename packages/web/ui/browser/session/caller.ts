import { CallFailed, failureFrom } from "./call_failed.ts";
import { type CallEnd, isWorthRetrying, MOST_ATTEMPTS, pauseAfter } from "./retry.ts";

/** How the calls of a session fare: all is well, tried again, or waiting for a new token. */
export type CallState = "fine" | "retrying" | "expired";

/** What a call may say beside its body. */
export interface CallOptions {
  /** Makes a call that changes something repeatable. */
  readonly idempotencyKey?: string;
  /** Whether asking twice does no harm; by default everything but a `POST` without a key. */
  readonly isRepeatable?: boolean;
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal;
}

/** What a caller needs of its surroundings. */
export interface CallerSurroundings {
  /** What addresses begin with, ending without a slash. */
  readonly root: string;
  readonly token: string;
  /** Fetches a token in place of one that is refused; rejects when nobody has one. */
  readonly renew: () => Promise<string>;
  readonly onState: (state: CallState) => void;
  readonly pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** Nobody waits longer for one answer, in milliseconds. */
const PATIENCE = 60_000;

/** A token that is new and refused all the same is asked for again this often. */
const MOST_RENEWALS = 2;

/** Calls the API in the name of a session: tries again what may be tried again, survives an expiry. */
export class Caller {
  readonly #surroundings: CallerSurroundings;
  #token: string;
  #renewal: Promise<void> | undefined;

  constructor(surroundings: CallerSurroundings) {
    this.#surroundings = surroundings;
    this.#token = surroundings.token;
  }

  /** Goes on with another token, which is not refused yet. */
  takeToken(token: string): void {
    this.#token = token;
  }

  /** Settles with an answer that is a success; rejects with {@linkcode CallFailed} otherwise. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Response> {
    const { idempotencyKey, signal } = options;
    const isRepeatable =
      options.isRepeatable ?? (method !== "POST" || idempotencyKey !== undefined);
    let renewals = 0;
    for (let attempt = 1; ; attempt += 1) {
      const token = this.#token;
      const answer = await this.#send(method, path, body, token, options);
      if (answer?.ok === true) {
        this.#surroundings.onState("fine");
        return answer;
      }
      if (answer?.status === 401 && renewals < MOST_RENEWALS) {
        renewals += 1;
        attempt -= 1;
        if (token === this.#token) await unlessAborted(this.#renew(), signal);
        continue;
      }
      const end: CallEnd = answer?.status;
      if (attempt >= MOST_ATTEMPTS || !isWorthRetrying(end, isRepeatable)) {
        this.#surroundings.onState("fine");
        if (answer === undefined) throw new CallFailed(0, "network", "Nobody answers");
        throw failureFrom(answer.status, await answer.text());
      }
      this.#surroundings.onState("retrying");
      const retryAfter = answer?.headers.get("retry-after") ?? null;
      await this.#surroundings.pause(pauseAfter(attempt, retryAfter, Math.random()), signal);
    }
  }

  /** One attempt; nothing when nobody answers. */
  async #send(
    method: string,
    path: string,
    body: unknown,
    token: string,
    { idempotencyKey, signal }: CallOptions,
  ): Promise<Response | undefined> {
    const { root } = this.#surroundings;
    const [aborting, abort] = [new AbortController(), () => aborting.abort()];
    const timer = setTimeout(abort, PATIENCE);
    signal?.addEventListener("abort", abort);
    try {
      signal?.throwIfAborted();
      return await fetch(root + path, {
        method,
        cache: "no-store",
        credentials: "omit",
        signal: aborting.signal,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch {
      signal?.throwIfAborted();
      return undefined;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** One renewal for all calls that need one. */
  #renew(): Promise<void> {
    this.#renewal ??= this.#takeNew().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #takeNew(): Promise<void> {
    const { renew, onState } = this.#surroundings;
    onState("expired");
    try {
      this.takeToken(await renew());
    } finally {
      onState("fine");
    }
  }
}

/** The same, unless somebody gives up first. */
function unlessAborted<A>(promise: Promise<A>, signal: AbortSignal | undefined): Promise<A> {
  if (signal === undefined) return promise;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, aborted]);
}
