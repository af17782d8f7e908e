import { type CallingPage, EmbedSessions } from "@paraph/core/embed";
import { PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http";

import { callingPage } from "./calling_page.ts";
import type { KnownRoute } from "./known_routes.ts";

type Response = HttpServerResponse.HttpServerResponse;
type InRequest<A> = Effect.Effect<A, never, HttpServerRequest.HttpServerRequest>;

/**
 * CORS: the pages of other origins that may call embed routes and read the responses.
 *
 * @effect-expect-leaking HttpServerRequest
 */
export class CrossOrigin extends Context.Service<
  CrossOrigin,
  {
    /** The page that sent the request. */
    readonly page: InRequest<CallingPage>;
    /** Allows the calling page to read the response. */
    readonly admit: InRequest<void>;
    /** The response to a preflight request of an allowed origin. */
    readonly preflight: (route: KnownRoute | undefined) => InRequest<Response | undefined>;
    /** Allows the pages of allowed origins to read errors. */
    readonly exposeErrors: (response: Response) => InRequest<Response>;
  }
>()("@paraph/http/CrossOrigin") {
  static readonly layer = Layer.effect(
    CrossOrigin,
    Effect.gen(function* () {
      const sessions = yield* EmbedSessions;
      const { base, embed } = yield* PublicUrls;
      const ownOrigins = new Set([new URL(base).origin, new URL(embed).origin]);
      const request = HttpServerRequest.HttpServerRequest;

      /** The origin of a call to an embed route, if it is allowed. */
      const allowedOrigin = Effect.gen(function* () {
        const { headers, url } = yield* request;
        const { origin } = headers;
        if (origin === undefined || !url.startsWith(EMBED_ROUTES)) return undefined;
        if (ownOrigins.has(origin)) return origin;
        return (yield* sessions.knowsOrigin(origin)) ? origin : undefined;
      });

      return {
        page: Effect.map(request, (current) => callingPage(current, ownOrigins)),
        admit: Effect.gen(function* () {
          const { origin } = (yield* request).headers;
          if (origin === undefined) return;
          yield* HttpEffect.appendPreResponseHandler((_request, response) =>
            Effect.succeed(HttpServerResponse.setHeaders(response, corsHeaders(origin))),
          );
        }),
        preflight: Effect.fnUntraced(function* (route: KnownRoute | undefined) {
          const { headers, method } = yield* request;
          const isPreflight = method === "OPTIONS" && "access-control-request-method" in headers;
          const origin = isPreflight && route !== undefined ? yield* allowedOrigin : undefined;
          if (route === undefined || origin === undefined) return undefined;
          return HttpServerResponse.empty({
            status: 204,
            headers: {
              ...corsHeaders(origin),
              "access-control-allow-methods": [...route.methods].join(", "),
              "access-control-allow-headers": "authorization, content-type, idempotency-key",
              "access-control-max-age": "600",
            },
          });
        }),
        exposeErrors: Effect.fnUntraced(function* (response: Response) {
          if (response.status < 400) return response;
          // The lookup may fail, for example when the database is unavailable.
          const origin = yield* Effect.catchCause(allowedOrigin, () => Effect.undefined);
          if (origin === undefined) return response;
          return HttpServerResponse.setHeaders(response, corsHeaders(origin));
        }),
      };
    }),
  );
}

/** Only these routes may be called from other origins. */
const EMBED_ROUTES = "/v1/embed/";

function corsHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "location, retry-after, x-request-id",
    vary: "origin",
  };
}
