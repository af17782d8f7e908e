import { messagePage, type PageFiles, type PageResponse } from "../kit/mod.ts";

/** Why there is nothing to sign. */
export type ClosedKind = "unknown" | "declined" | "cancelled" | "expired";

/**
 * The page of a link that leads to nothing to sign, or not any more. It tells nothing of any document.
 *
 * @param files Addresses of what pages load.
 */
export function closedPage(kind: ClosedKind, files: PageFiles): PageResponse {
  return messagePage(CLOSED[kind], files);
}

const CLOSED = {
  unknown: {
    status: 404,
    title: "This link leads nowhere",
    advice: "Check that you have all of it, or ask whoever sent you the document for a new one.",
  },
  declined: {
    status: 410,
    title: "This document was declined",
    advice: "Nobody can sign it any more. Whoever sent it has been told why.",
  },
  cancelled: {
    status: 410,
    title: "This document has been withdrawn",
    advice: "Whoever sent it no longer asks for signatures. Nothing more is needed from you.",
  },
  expired: {
    status: 410,
    title: "The time to sign has passed",
    advice: "Ask whoever sent you the document to send it again if it still matters.",
  },
};
