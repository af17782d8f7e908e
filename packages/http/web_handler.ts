import { EmbedSessions } from "@paraph/core/embed";
import { Context, Effect, Layer, Option, Redacted, type Scope } from "effect";
import { Etag, HttpEffect, HttpPlatform, HttpRouter, HttpServerRequest } from "effect/http";

import { newSigningKey } from "./_adapters/new_signing_key.ts";
import { type SigningJwk, tokenSignerJose } from "./_adapters/token_signer_jose.ts";
import { rateLimiterMemory } from "./_limits/memory_store.ts";
import type { RateLimit } from "./_limits/rate_limit.ts";
import { ROUTING } from "./_wire/request/known_routes.ts";
import { routes, surroundings } from "./app.ts";
import { readiness } from "./health/deployed_readiness.ts";

/** What an app decides about the Paraph that it serves itself; plain values, nothing of it is needed. */
export interface WebHandlerOptions {
  /** Larger request bodies are refused; 20 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Opens provisioning; without one nothing does. */
  readonly adminKey?: string;
  /** How much one key may ask for; as much as it likes without one. */
  readonly rateLimit?: RateLimit;
  /**
   * What embed sessions are signed with, the current one first. Without it they are signed with a key
   * of this process alone, and end with it.
   */
  readonly embedSigningKeys?: ReadonlyArray<SigningJwk>;
}

/** What a framework knows about a request besides the request. */
export interface RequestOrigin {
  /** The IP address of the client, as far as the framework believes proxies; unknown without it. */
  readonly address?: string | undefined;
}

/** Answers a request to the API, or for one of the pages. Never rejects. */
export type WebHandler = (request: Request, origin?: RequestOrigin) => Promise<Response>;

/** Whom the framework says a request comes from. */
class Address extends Context.Service<Address, string | undefined>()("@paraph/http/Address") {}

/**
 * The whole API and all of our pages as a function from a web request to a web response, which any
 * framework can call; it lives as long as the scope. What is served is under the paths of the API, so
 * the app hands over `/v1/*`, `/share/*`, `/sign/*`, `/files/*`, `/assets/*` and what else it wants.
 *
 * Stop taking requests before the scope closes: those on their way fail with it.
 *
 * @example In an app that opened a Paraph of its own
 * ```ts
 * import { webHandler } from "@paraph/http";
 * import { openParaph } from "@paraph/app";
 *
 * async function serve(): Promise<(request: Request) => Promise<Response>> {
 *   const paraph = await openParaph({ publicUrl: "https://app.example.com" });
 *   return paraph.run(webHandler());
 * }
 * ```
 */
export const webHandler = Effect.fnUntraced(function* (options: WebHandlerOptions = {}) {
  const { maxBodyBytes = 20_971_520, adminKey, rateLimit, embedSigningKeys } = options;
  const keys = Redacted.make(embedSigningKeys ?? [newSigningKey()]);
  const context = yield* Layer.build(
    surroundings({
      maxBodyBytes,
      rateLimit,
      trustProxy: undefined,
      adminKey: adminKey === undefined ? undefined : Redacted.make(adminKey),
    }).pipe(
      Layer.provideMerge(Layer.mergeAll(EmbedSessions.layer, rateLimiterMemory, readiness)),
      Layer.provideMerge(tokenSignerJose(keys)),
      Layer.merge(Layer.provideMerge(HttpPlatform.layer, Etag.layer)),
      Layer.merge(Layer.succeed(HttpRouter.RouterConfig, ROUTING)),
    ),
  );
  const served = yield* Effect.provideContext(HttpRouter.toHttpEffect(routes), context);
  // Requests are logged as everything else is here.
  const surrounding = Context.merge(yield* Effect.context(), context);
  const handle = HttpEffect.toWebHandlerWith<
    never,
    HttpServerRequest.HttpServerRequest | Scope.Scope | Address
  >(surrounding)(comingFrom(served));
  const handler: WebHandler = (request, { address } = {}) =>
    handle(request, Context.make(Address, address));
  return handler;
});

/** A web request alone tells nothing of who sent it. */
function comingFrom<A, E, R>(app: Effect.Effect<A, E, R>) {
  return Effect.flatMap(Address, (address) =>
    Effect.updateService(app, HttpServerRequest.HttpServerRequest, (request) =>
      request.modify({ remoteAddress: Option.fromUndefinedOr(address) }),
    ),
  );
}
