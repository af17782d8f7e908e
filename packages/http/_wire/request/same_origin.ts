import { Forbidden } from "@paraph/core/keys";
import { Effect } from "effect";
import { HttpServerRequest } from "effect/http";

/** The headers of a request that identify the calling page. */
interface RequestHeaders {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether a request may come from a page of this deployment. Clients other than browsers send no
 * such headers and pass.
 *
 * @param base The base URL of this deployment.
 */
export function isSameOrigin({ headers }: RequestHeaders, base: string): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"] ?? "none";
  if (site !== "same-origin" && site !== "none") return false;
  if (origin === undefined || origin === new URL(base).origin) return true;
  // Exactly as browsers write it. Proxies may have changed the scheme.
  const requestOrigin = URL.parse(origin);
  return requestOrigin?.origin === origin && requestOrigin.host === host;
}

/**
 * Rejects requests from pages of other origins.
 *
 * @param base The base URL of this deployment.
 */
export const requireSameOrigin = (base: string) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    isSameOrigin(request, base) ? Effect.void : Effect.fail(CROSS_ORIGIN),
  );

const CROSS_ORIGIN = new Forbidden({ message: "Only the page itself can send this request" });
