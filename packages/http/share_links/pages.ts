import { senderName } from "@paraph/core/projects";
import { Gone, type OpenShare, type SharedDocuments, titleOf } from "@paraph/core/shares";
import { NotFound } from "@paraph/core/values";
import type { SharePages, SharePageView } from "@paraph/web/share";
import { DateTime, Effect } from "effect";
import { HttpServerResponse } from "effect/http";

import { visitorLanguage } from "../_wire/request/visitor_language.ts";

/** The content of a share page. Its URLs are relative, so that it works below any path. */
export function pageView({ share, render }: OpenShare): SharePageView {
  const { shareToken, message, expiresAt, branding, projectName, templateName } = share;
  return {
    title: titleOf(render, templateName),
    sender: senderName({ name: projectName, branding }),
    message,
    pageCount: render.pageCount ?? 0,
    byteSize: render.byteSize ?? 0,
    expiresAt: expiresAt === null ? null : DateTime.formatIso(expiresAt),
    documentUrl: `${shareToken}/document.pdf`,
    downloadUrl: `${shareToken}/document.pdf?download=1`,
    eventsUrl: `${shareToken}/events`,
    branding,
  };
}

/**
 * Headers of a document behind a link. The link may be revoked at any time, so caches revalidate
 * before each use.
 */
export function documentHeaders(disposition: string) {
  return {
    "content-disposition": disposition,
    "cache-control": "private, no-cache",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
  };
}

/**
 * Whether a response completes a download: it has the whole document, or confirms the client's copy
 * (304).
 */
export function isCompleteDownload({
  status,
  headers,
}: HttpServerResponse.HttpServerResponse): boolean {
  if (status === 200 || status === 304) return true;
  const [, last, size] = /^bytes 0-(\d+)\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
  return status === 206 && last !== undefined && Number(last) === Number(size) - 1;
}

/** One transparent pixel. */
const GIF = Uint8Array.from(
  atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"),
  (char) => char.charCodeAt(0),
);

/** The tracking pixel of an email, which is never cached. */
export const PIXEL = HttpServerResponse.uint8Array(GIF, {
  contentType: "image/gif",
  headers: { "cache-control": "no-store", "cross-origin-resource-policy": "cross-origin" },
});

/**
 * Responds to unknown, revoked and expired links with a page that reveals nothing about the
 * document.
 */
export function orUnavailablePage(
  { neutral }: SharePages["Service"],
  { branding }: SharedDocuments["Service"],
) {
  return <E, R>(
    token: string,
    response: Effect.Effect<HttpServerResponse.HttpServerResponse, NotFound | Gone | E, R>,
  ) =>
    Effect.catchIf(response, isUnavailable, (failure) => {
      const gone = failure === Gone.expired ? "expired" : "revoked";
      const kind = failure._tag === "not_found" ? "unknown" : gone;
      return Effect.zipWith(visitorLanguage, branding(token), (language, found) =>
        neutral(kind, language, found),
      );
    });
}

function isUnavailable(error: unknown): error is NotFound | Gone {
  return error instanceof NotFound || error instanceof Gone;
}
