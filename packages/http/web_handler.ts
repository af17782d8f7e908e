import { EmbedSessions } from "@paraph/core/embed";
import { DownloadUrls, RenderInvoices } from "@paraph/core/renders";
import { Context, Effect, Layer, Option, Redacted, type Scope } from "effect";
import { Etag, HttpEffect, HttpPlatform, HttpRouter, HttpServerRequest } from "effect/http";

import { newSigningKey } from "./_adapters/new_signing_key.ts";
import { signingKeys } from "./_adapters/signing_keys.ts";
import type { SigningJwk } from "./_adapters/token_signer_jose.ts";
import { rateLimiterMemory } from "./_limits/memory_store.ts";
import type { RateLimit } from "./_limits/rate_limit.ts";
import { ROUTING } from "./_wire/request/known_routes.ts";
import { routes, routeServices } from "./app.ts";
import { readiness } from "./health/deployed_readiness.ts";

/** Options of a web handler, as plain values. */
export interface WebHandlerOptions {
  /** The maximum size of request bodies; 20 MiB by default. */
  readonly maxBodyBytes?: number;
  /** The key of the admin endpoints, which reject all requests without one. */
  readonly adminKey?: string;
  /** The rate limit of a key; unlimited by default. */
  readonly rateLimit?: RateLimit;
  /**
   * Signing keys of embed sessions and download URLs, the current one first. By default, a key of this
   * process: its sessions and URLs end with the process.
   */
  readonly embedSigningKeys?: ReadonlyArray<SigningJwk>;
}

/** Data about a request that only the framework has. */
export interface RequestOrigin {
  /** The IP address of the client, by the framework's rules for proxies. */
  readonly address?: string | undefined;
}

/** Responds to a request to the API or to a page. Never rejects. */
export type WebHandler = (request: Request, origin?: RequestOrigin) => Promise<Response>;

/** The IP address that the framework passed for a request. */
class Address extends Context.Service<Address, string | undefined>()("@paraph/http/Address") {}

/**
 * The API and its pages as a function from a web request to a web response, for any framework.
 * Route `/v1/*`, `/share/*`, `/sign/*`, `/files/*`, `/assets/*` and the other paths of the API to
 * it.
 *
 * It works until its scope closes. Stop accepting requests first, because open ones fail.
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
    routeServices({
      maxBodyBytes,
      rateLimit,
      trustProxy: undefined,
      adminKey: adminKey === undefined ? undefined : Redacted.make(adminKey),
    }).pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          EmbedSessions.layer,
          DownloadUrls.layer,
          RenderInvoices.layer,
          rateLimiterMemory,
          readiness,
        ),
      ),
      Layer.provideMerge(signingKeys(keys)),
      Layer.merge(Layer.provideMerge(HttpPlatform.layer, Etag.layer)),
      Layer.merge(Layer.succeed(HttpRouter.RouterConfig, ROUTING)),
    ),
  );
  const httpEffect = yield* Effect.provideContext(HttpRouter.toHttpEffect(routes), context);
  // Requests use the logger of the current context.
  const requestContext = Context.merge(yield* Effect.context(), context);
  const handle = HttpEffect.toWebHandlerWith<
    never,
    HttpServerRequest.HttpServerRequest | Scope.Scope | Address
  >(requestContext)(withAddress(httpEffect));
  const handler: WebHandler = (request, { address } = {}) =>
    handle(request, Context.make(Address, address));
  return handler;
});

/** Adds the client address, which web requests do not have. */
function withAddress<A, E, R>(app: Effect.Effect<A, E, R>) {
  return Effect.flatMap(Address, (address) =>
    Effect.updateService(app, HttpServerRequest.HttpServerRequest, (request) =>
      request.modify({ remoteAddress: Option.fromUndefinedOr(address) }),
    ),
  );
}
