import { messagePage, type PageFiles, type PageResponse } from "../kit/mod.ts";

/** Why there is no form. */
export type GoneKind = "unknown" | "ended";

/**
 * The page of a session that is not, or not any more.
 *
 * @param framedBy Origins whose pages may show it inside of theirs.
 * @param files The URLs of scripts and styles.
 */
export function gonePage(
  kind: GoneKind,
  framedBy: ReadonlyArray<string>,
  files: PageFiles,
): PageResponse {
  return messagePage({ ...GONE[kind], framedBy }, files);
}

const GONE = {
  unknown: {
    status: 404,
    title: "There is no form here",
    advice: "Go back to where you came from, and open it again.",
  },
  ended: {
    status: 410,
    title: "This session has ended",
    advice: "Go back to where you opened the form, and open it again.",
  },
};
