import { type AsPromises, asPromises, InvalidRequest } from "@paraph/core/values";
import { Layer, ManagedRuntime, type Redacted } from "effect";
import { FetchHttpClient, HttpClient } from "effect/http";

import type { ClientOptions } from "./options.ts";
import { ParaphClient, type Resources } from "./paraph_client.ts";

/** A client with promises. Lists over all pages are async iterables. */
export interface Paraph extends AsPromises<Resources> {}

/** {@linkcode ClientOptions}, with defaults from environment variables. */
export interface ConnectOptions extends Partial<Omit<ClientOptions, "key">> {
  /**
   * A project key, an account key or the admin key. `null` for none: only `hooks.send` needs no key.
   */
  readonly key?: string | Redacted.Redacted | null | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * A client for programs without Effect, for every runtime with `fetch`, such as Node, Deno, Bun and
 * workers. The defaults of `url` and `key` are the environment variables `PARAPH_URL` and
 * `PARAPH_API_KEY`, where there are any, then `http://127.0.0.1:3000`.
 *
 * Promises reject with the failures of the contract: `_tag` and `code` are the stable code,
 * `status` and `requestId` those of the response. Nothing is sent before a method is called.
 *
 * Throws `invalid_request` if there is no key, or if `url` is not valid.
 *
 * @example A missing template
 * ```ts
 * import { connect } from "@paraph/http/client";
 * import assert from "node:assert/strict";
 *
 * const error = { code: "template_not_found", message: "The project has no template with this slug" };
 * const fetch = () => Promise.resolve(Response.json({ error }, { status: 404 }));
 *
 * const paraph = connect({ url: "https://paraph.example", key: "svc_test_key", fetch });
 * await assert.rejects(paraph.templates.get("receipt"), { _tag: "template_not_found", status: 404 });
 * ```
 */
export function connect({ fetch, ...options }: ConnectOptions = {}): Paraph {
  const url = options.url ?? variable("PARAPH_URL") ?? "http://127.0.0.1:3000";
  const key = options.key === null ? undefined : options.key || variable("PARAPH_API_KEY");
  if (key === undefined && options.key !== null) throw missingKey();
  const http = Layer.mergeAll(
    FetchHttpClient.layer,
    // Programs without Effect have no tracer.
    Layer.succeed(HttpClient.TracerPropagationEnabled, false),
    fetch === undefined ? Layer.empty : Layer.succeed(FetchHttpClient.Fetch, fetch),
  );
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(ParaphClient.layer({ ...options, url, key }), http),
  );
  return asPromises(runtime.runSync(ParaphClient), runtime.runPromise);
}

/** Without a key, every call but `hooks.send` would fail with 401, which hides the cause. */
function missingKey(): InvalidRequest {
  const message =
    "Set the option `key` or the environment variable PARAPH_API_KEY to a project key";
  const issues = { formErrors: [], fieldErrors: { key: [message] } };
  const failure = new InvalidRequest({ message: `There is no key. ${message}`, issues });
  return Object.assign(failure, { code: failure._tag, status: undefined, requestId: undefined });
}

/**
 * The value of an environment variable; undefined if it is empty, or if there is no environment.
 */
function variable(name: string): string | undefined {
  const { process }: { process?: { readonly env?: Readonly<Record<string, string | undefined>> } } =
    globalThis;
  const text = process?.env?.[name]?.trim();
  return text === "" ? undefined : text;
}
