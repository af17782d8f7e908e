import { messagePage, type PageFiles, type PageResponse } from "../kit/mod.ts";

/** Why there is nothing to see. */
export type NeutralKind = "unknown" | "revoked" | "expired";

/**
 * The page of a link that does not work. It reveals nothing about any document.
 *
 * @param files The URLs of scripts and styles.
 */
export function neutralPage(kind: NeutralKind, files: PageFiles): PageResponse {
  return messagePage(NEUTRAL[kind], files);
}

const NEUTRAL = {
  unknown: {
    status: 404,
    title: "This link leads nowhere",
    advice: "Check that you have all of it, or ask whoever sent it to you for a new one.",
  },
  revoked: {
    status: 410,
    title: "This link has been withdrawn",
    advice: "Ask whoever sent it to you for a new one if you still need the document.",
  },
  expired: {
    status: 410,
    title: "This link has expired",
    advice: "Ask whoever sent it to you for a new one if you still need the document.",
  },
};
