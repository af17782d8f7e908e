import type { Duration, Redacted } from "effect";

import type { RetryRules } from "./_retry.ts";

/** Where the server is, what opens it, and how patient the client is. */
export interface ClientOptions {
  /** Where the server is, such as `https://paraph.example`. */
  readonly url: string;
  /** A project key, an account key or the admin key; hooks alone need none, which an empty one is. */
  readonly key?: string | Redacted.Redacted | undefined;
  /** `false` tries everything once; rules replace those of the interface, one by one. */
  readonly retry?: boolean | Partial<RetryRules> | undefined;
  /** How long one attempt may take: 30 seconds, 40 for `sync` renders, 2 minutes for documents. */
  readonly timeout?: Duration.Input | undefined;
}

/** What may be said about one call. */
export interface CallOptions {
  /** How long one attempt may take. */
  readonly timeout?: Duration.Input | undefined;
  /** Gives the call up, further attempts too: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What may be said about a call that is safe to repeat under a key. */
export interface KeyedOptions extends CallOptions {
  /** The idempotency key; a new one for each call by default. */
  readonly idempotencyKey?: string | undefined;
}

/** What may be said about waiting. */
export interface WaitOptions {
  /** How long to wait at most. */
  readonly timeout?: Duration.Input | undefined;
  /** Aborts the wait, which rejects with the signal's reason. The operation continues. */
  readonly signal?: AbortSignal | undefined;
}
