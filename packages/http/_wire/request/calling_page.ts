import type { CallingPage } from "@paraph/core/embed";

/** The headers of a request that identify the calling page. */
interface RequestHeaders {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * The origin of the page that sent a request. Browsers send `Origin` on cross-origin requests and
 * `Sec-Fetch-Site` on same-origin ones.
 *
 * @param own The origins of Paraph's pages.
 */
export function callingPage(
  { headers }: RequestHeaders,
  ownOrigins: ReadonlySet<string>,
): CallingPage {
  const { origin } = headers;
  if (origin === undefined) {
    return headers["sec-fetch-site"] === "same-origin" ? { kind: "own" } : { kind: "unknown" };
  }
  return ownOrigins.has(origin) ? { kind: "own" } : { kind: "partner", origin };
}
