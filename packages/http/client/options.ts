import type { Duration, Redacted } from "effect";

import type { RetryRules } from "./_retry.ts";

/** The server, the credentials and the retries of a client. */
export interface ClientOptions {
  /** The base URL of the server, such as `https://paraph.example`. */
  readonly url: string;
  /** A project key, an account key or the admin key. Only inbound webhooks need none. */
  readonly key?: string | Redacted.Redacted | undefined;
  /** `false` disables retries. A partial policy overrides that of the interface. */
  readonly retry?: boolean | Partial<RetryRules> | undefined;
  /**
   * Time limit of an attempt. Default: 30 seconds, 40 for `sync` renders, 2 minutes for documents.
   */
  readonly timeout?: Duration.Input | undefined;
}

/** Options of a call. */
export interface CallOptions {
  /** Time limit of an attempt. */
  readonly timeout?: Duration.Input | undefined;
  /** Aborts the call and its retries. The promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call with an idempotency key. */
export interface KeyedOptions extends CallOptions {
  /** The idempotency key; a new one for each call by default. */
  readonly idempotencyKey?: string | undefined;
}

/** Options of waiting. */
export interface WaitOptions {
  /** The longest wait. */
  readonly timeout?: Duration.Input | undefined;
  /** Aborts the wait, which rejects with the signal's reason. The operation continues. */
  readonly signal?: AbortSignal | undefined;
}
