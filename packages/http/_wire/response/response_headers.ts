import type { HttpServerResponse } from "effect/http";

/** Headers by their lower-cased names. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** How browsers treat a response. */
export type ResponseKind = "page" | "document" | "data";

/** Headers of every response: no caching, no content sniffing, no referrer. */
const ALWAYS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** Headers of a response that no page may frame. */
const UNFRAMED = {
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/**
 * Default headers by kind. Handlers may set others: the pages of `@paraph/web` have stricter policies of their own,
 * without inline scripts (`page_frame.ts`).
 */
export const RESPONSE_HEADERS: Readonly<Record<ResponseKind, ResponseHeaders>> = {
  /** The API reference, `/docs`: one file with inline scripts and styles. */
  page: {
    ...ALWAYS,
    ...UNFRAMED,
    "content-security-policy":
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  },
  /**
   * A PDF, which other pages may embed. It has no content security policy, since that would block the PDF viewers
   * of browsers.
   */
  document: ALWAYS,
  /** JSON, scripts, images and empty responses: a browser that shows one loads nothing else. */
  data: {
    ...ALWAYS,
    ...UNFRAMED,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  },
};

/** HSTS, where the base URL of the deployment is `https:`. */
export const ONLY_TLS = { "strict-transport-security": "max-age=31536000" } as const;

/** The kind of a response by its content type. */
export function responseKind(contentType: string | undefined): ResponseKind {
  if (contentType?.startsWith("text/html") === true) return "page";
  return contentType?.startsWith("application/pdf") === true ? "document" : "data";
}

/** The headers of a response, its own before the defaults. One with a policy of its own gets no defaults by kind. */
export function headersOf(
  { headers }: HttpServerResponse.HttpServerResponse,
  hasTls: boolean,
): ResponseHeaders {
  const hasPolicy = "content-security-policy" in headers;
  const { "x-content-type-options": sniffing } = ALWAYS;
  return {
    ...(hasPolicy ? ALWAYS : RESPONSE_HEADERS[responseKind(headers["content-type"])]),
    ...(hasTls ? ONLY_TLS : {}),
    ...headers,
    "x-content-type-options": sniffing,
  };
}
