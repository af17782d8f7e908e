import { type CallingPage, EmbedSessions } from "@paraph/core/embed";
import { PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http";

import { callingPage } from "./calling_page.ts";
import type { KnownRoute } from "./known_routes.ts";

type Response = HttpServerResponse.HttpServerResponse;
type Asking<A> = Effect.Effect<A, never, HttpServerRequest.HttpServerRequest>;

/**
 * CORS: which pages of other origins may call embed routes and read the responses.
 *
 * @effect-expect-leaking HttpServerRequest
 */
export class CrossOrigin extends Context.Service<
  CrossOrigin,
  {
    /** The page that the request comes from. */
    readonly page: Asking<CallingPage>;
    /** Lets the calling page read the response. */
    readonly admit: Asking<void>;
    /** The response to a preflight request of an allowed origin. */
    readonly preflight: (route: KnownRoute | undefined) => Asking<Response | undefined>;
    /** Lets the pages of allowed origins read errors. */
    readonly exposeErrors: (response: Response) => Asking<Response>;
  }
>()("@paraph/http/CrossOrigin") {
  static readonly layer = Layer.effect(
    CrossOrigin,
    Effect.gen(function* () {
      const sessions = yield* EmbedSessions;
      const { base, embed } = yield* PublicUrls;
      const own = new Set([new URL(base).origin, new URL(embed).origin]);
      const request = HttpServerRequest.HttpServerRequest;

      /** The origin of a call to an embed route, if it is allowed. */
      const knownOrigin = Effect.gen(function* () {
        const { headers, url } = yield* request;
        const { origin } = headers;
        if (origin === undefined || !url.startsWith(EMBED)) return undefined;
        if (own.has(origin)) return origin;
        return (yield* sessions.knowsOrigin(origin)) ? origin : undefined;
      });

      return {
        page: Effect.map(request, (sent) => callingPage(sent, own)),
        admit: Effect.gen(function* () {
          const { origin } = (yield* request).headers;
          if (origin === undefined) return;
          yield* HttpEffect.appendPreResponseHandler((_request, response) =>
            Effect.succeed(HttpServerResponse.setHeaders(response, readableFrom(origin))),
          );
        }),
        preflight: Effect.fnUntraced(function* (route: KnownRoute | undefined) {
          const { headers, method } = yield* request;
          const asks = method === "OPTIONS" && "access-control-request-method" in headers;
          const origin = asks && route !== undefined ? yield* knownOrigin : undefined;
          if (route === undefined || origin === undefined) return undefined;
          return HttpServerResponse.empty({
            status: 204,
            headers: {
              ...readableFrom(origin),
              "access-control-allow-methods": [...route.methods].join(", "),
              "access-control-allow-headers": "authorization, content-type, idempotency-key",
              "access-control-max-age": "600",
            },
          });
        }),
        exposeErrors: Effect.fnUntraced(function* (response: Response) {
          if (response.status < 400) return response;
          // The error may be that the database does not answer.
          const origin = yield* Effect.catchCause(knownOrigin, () => Effect.undefined);
          if (origin === undefined) return response;
          return HttpServerResponse.setHeaders(response, readableFrom(origin));
        }),
      };
    }),
  );
}

/** Pages of other origins may call these routes alone. */
const EMBED = "/v1/embed/";

function readableFrom(origin: string): Readonly<Record<string, string>> {
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "x-request-id, retry-after",
    vary: "origin",
  };
}
