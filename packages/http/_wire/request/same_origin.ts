import { Forbidden } from "@paraph/core/keys";
import { Effect } from "effect";
import { HttpServerRequest } from "effect/http";

/** What of a request tells which page sent it. */
interface Sent {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether a request may come from a page of this service, as far as browsers tell: those that are no
 * browsers say nothing.
 *
 * @param base Where this deployment is reached.
 */
export function isSameOrigin({ headers }: Sent, base: string): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"] ?? "none";
  if (site !== "same-origin" && site !== "none") return false;
  if (origin === undefined || origin === new URL(base).origin) return true;
  // As browsers write it, and in no other form; proxies may have changed the scheme.
  const asked = URL.parse(origin);
  return asked?.origin === origin && asked.host === host;
}

/**
 * Refuses what pages of others make browsers send.
 *
 * @param base Where this deployment is reached.
 */
export const requireSameOrigin = (base: string) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    isSameOrigin(request, base) ? Effect.void : Effect.fail(NOT_OWN),
  );

const NOT_OWN = new Forbidden({ message: "This can be done on the page itself alone" });
