import { CallFailed, parseFailure } from "./call_failed.ts";

/** The state of a session's calls: fine, retrying, or waiting for a new token. */
export type CallState = "fine" | "retrying" | "expired";

/** Options of a call. */
export interface CallOptions {
  /** Makes a `POST` repeatable. */
  readonly idempotencyKey?: string;
  /** Whether a retry is safe. By default everything but a `POST` without an idempotency key. */
  readonly isRepeatable?: boolean;
  readonly signal?: AbortSignal;
}

/** Options of a caller. */
export interface CallerOptions {
  /** The path of the API, without a slash at the end. */
  readonly root: string;
  readonly token: string;
  /** Fetches a new token after a 401; rejects when there is none. */
  readonly renew: () => Promise<string>;
  readonly onState: (state: CallState) => void;
  readonly pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** How a request has the token; as a bearer token and without cookies by default. */
  readonly authorize?: (token: string) => Authorization;
}

/** The parts of a request that authorize it. */
interface Authorization {
  readonly credentials: RequestCredentials;
  readonly headers: Readonly<Record<string, string>>;
}

const asBearer = (token: string): Authorization => ({
  credentials: "omit",
  headers: { authorization: `Bearer ${token}` },
});

/** Milliseconds until an attempt without a response fails. */
const CALL_TIMEOUT = 60_000;

/** The renewals of a token in one call. */
const MAX_RENEWALS = 2;

/** Calls the API with a session's token, retries what is safe to retry, and renews an expired token. */
export class Caller {
  readonly #options: CallerOptions;
  #token: string;
  #renewal: Promise<void> | undefined;

  constructor(callerOptions: CallerOptions) {
    this.#options = callerOptions;
    this.#token = callerOptions.token;
  }

  /** Replaces the token. */
  setToken(token: string): void {
    this.#token = token;
  }

  /** Resolves with a successful response; rejects with {@linkcode CallFailed}. */
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
      const response = await this.#send(method, path, body, token, options);
      if (response?.ok === true) {
        this.#options.onState("fine");
        return response;
      }
      if (response?.status === 401 && renewals < MAX_RENEWALS) {
        renewals += 1;
        attempt -= 1;
        if (token === this.#token) await raceAbort(this.#renew(), signal);
        continue;
      }
      if (attempt >= MAX_ATTEMPTS || !isRetryable(response?.status, isRepeatable)) {
        this.#options.onState("fine");
        if (response === undefined) throw new CallFailed(0, "network", "No response");
        throw parseFailure(response.status, await response.text());
      }
      this.#options.onState("retrying");
      const retryAfter = response?.headers.get("retry-after") ?? null;
      await this.#options.pause(retryDelay(attempt, retryAfter, Math.random()), signal);
    }
  }

  /** Makes one attempt; `undefined` when the network fails. */
  async #send(
    method: string,
    path: string,
    body: unknown,
    token: string,
    { idempotencyKey, signal }: CallOptions,
  ): Promise<Response | undefined> {
    const { root, authorize = asBearer } = this.#options;
    const { credentials, headers } = authorize(token);
    const [aborting, abort] = [new AbortController(), () => aborting.abort()];
    const timer = setTimeout(abort, CALL_TIMEOUT);
    signal?.addEventListener("abort", abort);
    try {
      signal?.throwIfAborted();
      return await fetch(root + path, {
        method,
        cache: "no-store",
        credentials,
        signal: aborting.signal,
        headers: {
          ...headers,
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

  /** All calls that need a new token share one renewal. */
  #renew(): Promise<void> {
    this.#renewal ??= this.#renewToken().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renewToken(): Promise<void> {
    const { renew, onState } = this.#options;
    onState("expired");
    try {
      this.setToken(await renew());
    } finally {
      onState("fine");
    }
  }
}

/** Rejects as soon as the signal is aborted. */
function raceAbort<A>(promise: Promise<A>, signal: AbortSignal | undefined): Promise<A> {
  if (signal === undefined) return promise;
  const rejection = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, rejection]);
}

/** The attempts of a call until it fails. */
const MAX_ATTEMPTS = 5;

/** The first pause and the longest, in milliseconds. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [1000, 30_000];

/**
 * Returns the milliseconds until the next attempt: exponential backoff with jitter, at least what the
 * server asks for, at most 30 s.
 *
 * @param attempt The number of the failed attempt, from 1.
 * @param retryAfter The header of the response, in seconds.
 * @param random From 0 to 1.
 */
export function retryDelay(attempt: number, retryAfter: string | null, random: number): number {
  const pause = FIRST_PAUSE * 2 ** (attempt - 1) * (0.75 + random / 2);
  const retryAfterMillis = 1000 * Number(retryAfter ?? 0);
  return Math.min(
    LONGEST_PAUSE,
    Math.max(pause, Number.isFinite(retryAfterMillis) ? retryAfterMillis : 0),
  );
}

/**
 * Whether another attempt may succeed and cannot do the work twice: 429 and 503 come before any work.
 *
 * @param status `undefined` when the network failed.
 */
export function isRetryable(status: number | undefined, isRepeatable: boolean): boolean {
  if (status === 429 || status === 503) return true;
  return isRepeatable && (status === undefined || status >= 500);
}

/** Returns a random idempotency key. Pages without TLS have no `crypto.randomUUID`. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
