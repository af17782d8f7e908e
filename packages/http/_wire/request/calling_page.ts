import type { CallingPage } from "@paraph/core/embed";

/** What of a request tells which page sent it. */
interface Sent {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Which page a request comes from, as far as its browser tells: browsers name the origin of whatever
 * calls another one, and of their own accord say when it is the same.
 *
 * @param own The origins that our own pages are served from.
 */
export function callingPage({ headers }: Sent, own: ReadonlySet<string>): CallingPage {
  const { origin } = headers;
  if (origin === undefined) {
    return headers["sec-fetch-site"] === "same-origin" ? { kind: "own" } : { kind: "unknown" };
  }
  return own.has(origin) ? { kind: "own" } : { kind: "partner", origin };
}
