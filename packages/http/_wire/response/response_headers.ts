import type { HttpServerResponse } from "effect/http";

/** Headers by their lower-case names. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** The kinds of responses that browsers treat differently. */
export type ResponseKind = "page" | "document" | "data";

/** Headers of every response: no caching, no content noSniff, no referrer. */
const COMMON = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** Headers of responses that must not be framed. */
const NO_FRAMES = {
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/**
 * Default headers by kind. Handlers may set others: the pages of `@paraph/web` have their
 * own policies, without inline scripts (`page_frame.ts`).
 */
export const RESPONSE_HEADERS: Readonly<Record<ResponseKind, ResponseHeaders>> = {
  /** A page without its own policy loads nothing. */
  page: {
    ...COMMON,
    ...NO_FRAMES,
    "content-security-policy":
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  },
  /**
   * A PDF, which other pages may embed. It has no content security policy, because that would block
   * the PDF viewers of browsers.
   */
  document: COMMON,
  /** JSON, scripts, images and empty responses. A browser that displays one loads nothing else. */
  data: {
    ...COMMON,
    ...NO_FRAMES,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  },
};

/** HSTS, if the base URL of the deployment is `https:`. */
export const HSTS = { "strict-transport-security": "max-age=31536000" } as const;

/** The kind of a response by its content type. */
export function responseKind(contentType: string | undefined): ResponseKind {
  if (contentType?.startsWith("text/html") === true) return "page";
  return contentType?.startsWith("application/pdf") === true ? "document" : "data";
}

/**
 * The headers of a response: its own, then defaults. A response with a content security policy gets
 * no defaults by kind.
 */
export function headersOf(
  { headers }: HttpServerResponse.HttpServerResponse,
  hasTls: boolean,
): ResponseHeaders {
  const hasPolicy = "content-security-policy" in headers;
  const { "x-content-type-options": noSniff } = COMMON;
  return {
    ...(hasPolicy ? COMMON : RESPONSE_HEADERS[responseKind(headers["content-type"])]),
    ...(hasTls ? HSTS : {}),
    ...headers,
    "x-content-type-options": noSniff,
  };
}
