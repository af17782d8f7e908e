import { type AsPromises, asPromises } from "@paraph/core/values";
import { Layer, ManagedRuntime } from "effect";
import { FetchHttpClient, HttpClient } from "effect/http";

import type { ClientOptions } from "./options.ts";
import { ParaphClient, type Resources } from "./paraph_client.ts";

/** A client whose methods return promises. Lists over all pages are async iterables. */
export interface Paraph extends AsPromises<Resources> {}

/** As {@linkcode ClientOptions}, with what the environment says where nothing else does. */
export interface ConnectOptions extends Partial<ClientOptions> {
  /** What to fetch with, in place of the `fetch` there is. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * A client for programs without Effect: in Node, Deno, Bun, workers and wherever else there is `fetch`.
 * `url` and `key` are `PARAPH_URL` and `PARAPH_API_KEY` when they are not given and there is a process;
 * without any, the server is at `http://127.0.0.1:3000`.
 *
 * Rejects with the contract's failures: `_tag` and `code` are the stable code, `status` and `requestId`
 * tell of the answer. Nothing is sent before a method is called.
 *
 * Throws `invalid_request` when `url` is none.
 *
 * @example A template that is not there
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
  const key = options.key ?? variable("PARAPH_API_KEY");
  const http = Layer.mergeAll(
    FetchHttpClient.layer,
    // Nobody traces these calls.
    Layer.succeed(HttpClient.TracerPropagationEnabled, false),
    fetch === undefined ? Layer.empty : Layer.succeed(FetchHttpClient.Fetch, fetch),
  );
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(ParaphClient.layer({ ...options, url, key }), http),
  );
  return asPromises(runtime.runSync(ParaphClient), runtime.runPromise);
}

/** What an environment variable says, where there are any; an empty one says nothing. */
function variable(name: string): string | undefined {
  const { process }: { process?: { readonly env?: Readonly<Record<string, string | undefined>> } } =
    globalThis;
  const text = process?.env?.[name]?.trim();
  return text === "" ? undefined : text;
}
