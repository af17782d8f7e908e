import { messagePage, type PageFiles, type PageResponse } from "../kit/mod.ts";

/** Why there is nothing to sign. */
export type ClosedKind = "unknown" | "declined" | "cancelled" | "expired";

/**
 * The page of a link that does not work. It reveals nothing about any document.
 *
 * @param files The URLs of scripts and styles.
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
    advice: "It can no longer be signed. The sender was told why.",
  },
  cancelled: {
    status: 410,
    title: "This document has been withdrawn",
    advice: "The sender no longer asks for signatures. You do not need to do anything.",
  },
  expired: {
    status: 410,
    title: "The time to sign has passed",
    advice: "Ask whoever sent you the document to send it again if it still matters.",
  },
};
