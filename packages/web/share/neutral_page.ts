import { messagePage, type PageFiles, type PageResponse } from "../kit/mod.ts";
import { TEXTS } from "./browser/texts.ts";

/** Why there is no document. */
export type NeutralKind = keyof typeof TEXTS.neutral;

/**
 * The page of a link that does not work. It reveals nothing about any document.
 *
 * @param files The URLs of scripts and styles.
 */
export function neutralPage(kind: NeutralKind, files: PageFiles): PageResponse {
  return messagePage({ status: STATUS[kind], ...TEXTS.neutral[kind] }, files);
}

const STATUS = { unknown: 404, revoked: 410, expired: 410 } as const satisfies Record<
  NeutralKind,
  number
>;
