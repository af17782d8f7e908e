import { type ConsoleSession, ConsoleSessions, SESSION_LIFETIME } from "@paraph/core/console";
import { Unauthorized } from "@paraph/core/keys";
import { PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer, Option } from "effect";
import { HttpServerRequest, type HttpServerResponse } from "effect/http";

import { isSameOrigin } from "../_wire/request/same_origin.ts";
import { hostCookie, type HostCookie } from "./host_cookie.ts";

/** The header with the request token of a session. Pages of other origins cannot set it. */
const REQUEST_TOKEN = "x-csrf-token";

/** The header with the project that a session of an account acts on. */
export const PROJECT_HEADER = "x-paraph-project";

/**
 * Authenticates requests from the console's page: by the cookie of a session, its request token in a header,
 * and the headers that browsers set about the origin.
 *
 * @effect-expect-leaking HttpServerRequest
 */
export class ConsoleGate extends Context.Service<
  ConsoleGate,
  {
    /** The cookie of a session. */
    readonly cookie: HostCookie;
    /** Adds the cookie of a new session to a response, and ends the one that the browser had before its sign-in. */
    readonly replace: (
      response: HttpServerResponse.HttpServerResponse,
      token: string,
    ) => Effect.Effect<
      HttpServerResponse.HttpServerResponse,
      never,
      HttpServerRequest.HttpServerRequest
    >;
    /** The session of a request; none if the request has no session cookie. */
    readonly session: Effect.Effect<
      Option.Option<ConsoleSession>,
      Unauthorized,
      HttpServerRequest.HttpServerRequest
    >;
  }
>()("@paraph/http/ConsoleGate") {
  static readonly layer = Layer.effect(
    ConsoleGate,
    Effect.gen(function* () {
      const sessions = yield* ConsoleSessions;
      const { base } = yield* PublicUrls;
      const cookie = hostCookie("paraph_console", base, "strict");
      return ConsoleGate.of({
        cookie,
        replace: Effect.fnUntraced(function* (response, token) {
          const earlier = cookie.valueIn(yield* HttpServerRequest.HttpServerRequest);
          const session = yield* Effect.option(sessions.authenticate(earlier ?? ""));
          if (Option.isSome(session)) yield* sessions.close(session.value);
          return cookie.set(response, token, SESSION_LIFETIME);
        }),
        session: Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest;
          const token = cookie.valueIn(request);
          if (token === undefined) return Option.none();
          const header = request.headers[REQUEST_TOKEN] ?? "";
          const isOwnPage = isFromOwnPage(request, base);
          if (!isOwnPage || !(yield* sessions.isRequestToken(token, header))) return yield* FOREIGN;
          return Option.some(yield* sessions.authenticate(token));
        }),
      });
    }),
  );
}

/**
 * Whether a page of this deployment sent a request. Browsers send `Origin` with every request that changes
 * something, so such a request without both headers is rejected.
 */
export function isFromOwnPage(
  request: Pick<HttpServerRequest.HttpServerRequest, "headers" | "method">,
  base: string,
): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead && origin === undefined && site !== "same-origin") return false;
  return isSameOrigin(request, base);
}

const FOREIGN = new Unauthorized({
  message: `Only the console can use its session: the request is from another page, or ${REQUEST_TOKEN} is missing or wrong`,
});
