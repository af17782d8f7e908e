import { type ConsoleSession, ConsoleSessions } from "@paraph/core/console";
import { Unauthorized } from "@paraph/core/keys";
import { PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer, Option } from "effect";
import { HttpServerRequest } from "effect/http";

import { isSameOrigin } from "../_wire/request/same_origin.ts";

/** The header with the request token of a session. Pages of other origins cannot set it. */
const REQUEST_TOKEN = "x-csrf-token";

/** The header with the project that a session of an account acts on. */
export const PROJECT_HEADER = "x-paraph-project";

/** The cookie of a session: its name, its token in a request, and the header that sets it. */
interface SessionCookie {
  readonly tokenOf: (request: HttpServerRequest.HttpServerRequest) => string | undefined;
  readonly set: (token: string, maxAgeSeconds: number) => string;
}

/**
 * The cookie of a deployment. With TLS it has the prefix `__Host-`, which browsers accept only from the host
 * itself, so that other hosts of the domain cannot set it.
 *
 * @param base The base URL of the deployment.
 */
function sessionCookie(base: string): SessionCookie {
  const hasTls = base.startsWith("https:");
  const name = hasTls ? "__Host-paraph_console" : "paraph_console";
  const attributes = `Path=/; HttpOnly; SameSite=Strict${hasTls ? "; Secure" : ""}`;
  return {
    tokenOf: ({ cookies }) => cookies[name] || undefined,
    set: (token, maxAgeSeconds) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
  };
}

/**
 * Authenticates requests from the console's page: by the cookie of a session, its request token in a header,
 * and the headers that browsers set about the origin.
 *
 * @effect-expect-leaking HttpServerRequest
 */
export class ConsoleGate extends Context.Service<
  ConsoleGate,
  {
    readonly cookie: SessionCookie;
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
      const cookie = sessionCookie(base);
      return ConsoleGate.of({
        cookie,
        session: Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest;
          const token = cookie.tokenOf(request);
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
