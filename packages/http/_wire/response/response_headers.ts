import type { HttpServerResponse } from "effect/http";

/** Headers by their lower-cased names. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** What somebody's browser makes of an answer. */
export type AnswerKind = "page" | "document" | "data";

/** What every answer says, whatever else it is: nobody keeps it, guesses what it is, or hears where it was. */
const ALWAYS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** An answer in no frame of anybody. */
const UNFRAMED = {
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/**
 * What an answer of a kind says to browsers unless its handler has said it better: the pages of people have
 * policies of their own, in which nothing inline runs (`page_frame.ts` in `@paraph/web`).
 */
export const ANSWER_HEADERS: Readonly<Record<AnswerKind, AnswerHeaders>> = {
  /** The description for people, `/docs`: one file with all of its scripts and styles in it. */
  page: {
    ...ALWAYS,
    ...UNFRAMED,
    "content-security-policy":
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  },
  /**
   * A PDF. It may stand in a page of whoever knows its address, and has no policy: browsers show PDFs by
   * pages of their own, which one would stop.
   */
  document: ALWAYS,
  /** JSON, scripts, pictures and answers without a body: should a browser show one, it shows and loads nothing. */
  data: {
    ...ALWAYS,
    ...UNFRAMED,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  },
};

/** Browsers are to come back by TLS alone, to where the deployment says it is reached so. */
export const ONLY_TLS = { "strict-transport-security": "max-age=31536000" } as const;

/** The kind of an answer, by what it says it is. */
export function answerKind(contentType: string | undefined): AnswerKind {
  if (contentType?.startsWith("text/html") === true) return "page";
  return contentType?.startsWith("application/pdf") === true ? "document" : "data";
}

/** What an answer says to browsers, its own words first; whoever has a policy has thought of the rest. */
export function headersOf(
  { headers }: HttpServerResponse.HttpServerResponse,
  hasTls: boolean,
): AnswerHeaders {
  const isDecided = "content-security-policy" in headers;
  const { "x-content-type-options": sniffing } = ALWAYS;
  return {
    ...(isDecided ? ALWAYS : ANSWER_HEADERS[answerKind(headers["content-type"])]),
    ...(hasTls ? ONLY_TLS : {}),
    ...headers,
    "x-content-type-options": sniffing,
  };
}
