import { messagePage, type PageFiles, type PageResponse } from "../kit/mod.ts";
import { TEXTS } from "./browser/texts.ts";

/** Why there is nothing to sign. */
export type ClosedKind = keyof typeof TEXTS.closed;

/**
 * The page of a link that does not work. It reveals nothing about any document.
 *
 * @param files The URLs of scripts and styles.
 */
export function closedPage(kind: ClosedKind, files: PageFiles): PageResponse {
  return messagePage({ status: STATUS[kind], ...TEXTS.closed[kind] }, files);
}

const STATUS = {
  unknown: 404,
  declined: 410,
  cancelled: 410,
  expired: 410,
} as const satisfies Record<ClosedKind, number>;
