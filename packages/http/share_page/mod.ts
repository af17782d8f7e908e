import { Layer } from "effect";
import { type HttpRouter, HttpServerResponse } from "effect/http";

/** What the page of a share shows. The addresses are relative to the page's own. */
export interface SharePageView {
  /** What the document is called, without an extension; text, not HTML. */
  readonly title: string;
  /** What the sender wrote with the link; text, not HTML. */
  readonly message: string | null;
  readonly pageCount: number;
  readonly byteSize: number;
  /** When the link stops working, if ever: ISO 8601. */
  readonly expiresAt: string | null;
  /** The PDF, inline: `Range` and `ETag` work, and nothing is recorded. */
  readonly documentUrl: string;
  /** The PDF as an attachment; fetching it records `downloaded`. */
  readonly downloadUrl: string;
  /** Takes `{ "eventType": "viewed" | "downloaded" | "printed" }` by POST; 404 or 410 once the link is dead. */
  readonly eventsUrl: string;
}

/** Why there is nothing to see. */
export type NeutralKind = "unknown" | "revoked" | "expired";

/** A page with all of its headers and its status. */
export type SharePageResponse = HttpServerResponse.HttpServerResponse;

/** What every page says to browsers, crawlers and caches. */
const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

/** The page of a share that is open. */
export function sharePage({ title, message, downloadUrl }: SharePageView): SharePageResponse {
  return page(200, title, [
    `<h1>${escape(title)}</h1>`,
    ...(message === null ? [] : [`<p>${escape(message)}</p>`]),
    `<p><a href="${escape(downloadUrl)}">Download</a></p>`,
  ]);
}

const NEUTRAL: Record<NeutralKind, readonly [status: number, title: string]> = {
  unknown: [404, "This link leads nowhere"],
  revoked: [410, "This link has been withdrawn"],
  expired: [410, "This link has expired"],
};

/** The page of a share that is not, or not any more: it tells nothing of any document. */
export function neutralPage(kind: NeutralKind): SharePageResponse {
  const [status, title] = NEUTRAL[kind];
  return page(status, title, [`<h1>${title}</h1>`]);
}

/** The paths of what pages need besides themselves: scripts, styles, workers. */
export const ASSET_PATHS: ReadonlyArray<`/${string}`> = [];

/** Routes that answer for {@linkcode ASSET_PATHS}. */
export const shareAssets: Layer.Layer<never, never, HttpRouter.HttpRouter> = Layer.empty;

function page(status: number, title: string, lines: ReadonlyArray<string>): SharePageResponse {
  const head = `<meta charset="utf-8"><meta name="robots" content="noindex"><title>${escape(title)}</title>`;
  const html = `<!doctype html><html lang="en"><head>${head}</head><body>${lines.join("")}</body></html>`;
  return HttpServerResponse.text(html, {
    status,
    headers: HEADERS,
    contentType: "text/html; charset=utf-8",
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
