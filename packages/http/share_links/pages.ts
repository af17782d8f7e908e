import { type OpenShare, titleOf } from "@paraph/core/shares";
import type { SharePageView } from "@paraph/web/share";
import { DateTime } from "effect";
import { HttpServerResponse } from "effect/http";

/** What the page of a share shows; its addresses are relative, so that it stands below any path. */
export function pageView({ share, render }: OpenShare): SharePageView {
  const { shareToken, message, expiresAt } = share;
  return {
    title: titleOf(render),
    message,
    pageCount: render.pageCount ?? 0,
    byteSize: render.byteSize ?? 0,
    expiresAt: expiresAt === null ? null : DateTime.formatIso(expiresAt),
    documentUrl: `${shareToken}/document.pdf`,
    downloadUrl: `${shareToken}/document.pdf?download=1`,
    eventsUrl: `${shareToken}/events`,
  };
}

/**
 * Headers of a document behind a link: it may be revoked at any moment, so whoever has kept it asks
 * again before showing it.
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
 * Whether whoever gets a response has all of a document: a part of it, or nothing, is no download, but
 * word that the copy they keep is still right is.
 */
export function givesWhole({ status, headers }: HttpServerResponse.HttpServerResponse): boolean {
  if (status === 200 || status === 304) return true;
  const [, last, size] = /^bytes 0-(\d+)\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
  return status === 206 && last !== undefined && Number(last) === Number(size) - 1;
}

/** One transparent pixel. */
const GIF = Uint8Array.from(
  atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"),
  (char) => char.charCodeAt(0),
);

/** The picture in a mail: fetched anew each time, and the same whoever asks. */
export const PIXEL = HttpServerResponse.uint8Array(GIF, {
  contentType: "image/gif",
  headers: { "cache-control": "no-store", "cross-origin-resource-policy": "cross-origin" },
});
